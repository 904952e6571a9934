/** Encodes requests to clients for each revision. */
import type {
  ElicitationSchema,
  ElicitParams,
  PrimitiveSchema,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
} from "../client-requests.js";
import { encodeContent } from "./codec-content.js";
import { objectProperties } from "./codec.js";
import { isObject, type JsonObject } from "../json.js";
import { isModern, type Revision } from "../revisions.js";

/**
 * Whether the revision has this kind of elicitation. The client's capabilities say whether it supports it.
 */
export function canElicit(params: ElicitParams, revision: Revision): boolean {
  if (revision < "2025-06-18") return false;
  if (revision >= "2025-11-25") return true;
  if (params.mode === "url") return false;
  return !Object.values(params.requestedSchema.properties).some(({ type }) => type === "array");
}

/**
 * Encodes the params of `elicitation/create`, if `canElicit`. A visit gets an id at 2025-11-25, which requires one.
 *
 * @see MCP 2026-07-28 ElicitRequestParams
 */
export function encodeElicitParams(params: ElicitParams, revision: Revision): JsonObject {
  const { message } = params;
  if (params.mode === "url") {
    const { mode, url, elicitationId } = params;
    if (isModern(revision)) return { mode, message, url };
    return {
      mode,
      message,
      url,
      elicitationId: elicitationId ?? globalThis.crypto.randomUUID(),
    };
  }
  const { requestedSchema } = params;
  if (revision >= "2025-11-25") return { mode: "form", message, requestedSchema };
  return { message, requestedSchema: encodeForm(requestedSchema) };
}

function encodeForm({ type, properties, required }: ElicitationSchema): JsonObject {
  const entries = Object.entries(properties);
  return {
    type,
    properties: Object.fromEntries(entries.map(([name, field]) => [name, encodeField(field)])),
    required,
  };
}

/** At 2025-06-18 the titles of choices are listed beside the values, and only booleans have a default. */
function encodeField(field: PrimitiveSchema): JsonObject {
  if (field.type === "boolean") return field as unknown as JsonObject;
  const { default: _, ...rest } = field;
  if (!("oneOf" in rest)) return rest as JsonObject;
  const { oneOf, ...others } = rest;
  return {
    ...others,
    enum: oneOf.map((each) => each.const),
    enumNames: oneOf.map((each) => each.title),
  };
}

/** Whether the revision has this kind of sampling: tools exist since 2025-11-25. */
export function canSample(params: SamplingParams, revision: Revision): boolean {
  if (revision >= "2025-11-25") return true;
  if (params.tools !== undefined && params.tools.length > 0) return false;
  return params.messages.every((message) =>
    blocksOf(message).every(({ type }) => type !== "tool_use" && type !== "tool_result"),
  );
}

/**
 * Encodes the params of `sampling/createMessage`, if `canSample`. In revisions where a message has only one content block, each
 * block becomes a message.
 *
 * @see MCP 2026-07-28 CreateMessageRequestParams
 */
export function encodeSamplingParams(params: SamplingParams, revision: Revision): JsonObject {
  if (isModern(revision)) return params as unknown as JsonObject;
  const { messages, tools, toolChoice, ...always } = params;
  if (revision < "2025-11-25") {
    return {
      ...always,
      messages: messages.flatMap((message) =>
        blocksOf(message).map((block) => ({
          role: message.role,
          content: encodeContent(block as Exclude<SamplingContent, ToolBlock>, revision),
        })),
      ),
    };
  }
  return {
    ...always,
    messages: messages.map((message) => ({
      ...message,
      content: Array.isArray(message.content)
        ? blocksOf(message).map(objectResult)
        : objectResult(message.content as SamplingContent),
    })),
    tools: tools?.map((tool) => ({ ...tool, inputSchema: objectProperties(tool.inputSchema) })),
    toolChoice,
  };
}

type ToolBlock = { readonly type: "tool_use" | "tool_result" };

function blocksOf({ content }: SamplingMessage): readonly SamplingContent[] {
  return Array.isArray(content)
    ? (content as readonly SamplingContent[])
    : [content as SamplingContent];
}

/** Before 2026-07-28, structured content of a tool must be an object. */
function objectResult(block: SamplingContent): JsonObject {
  if (block.type !== "tool_result") return block as unknown as JsonObject;
  const { structuredContent } = block;
  if (structuredContent === undefined || isObject(structuredContent)) {
    return block as unknown as JsonObject;
  }
  return { ...block, structuredContent: undefined };
}
