/** Encodes values of the newest shapes for each revision. */
import { defined } from "../defined.js";
import { encodeAnnotations, encodeContent } from "./codec-content.js";
import { jsonText } from "../exact-json.js";
import { isObject, type JsonObject } from "../json.js";
import type {
  CallToolResult,
  ContentBlock,
  Implementation,
  LogLevel,
  Prompt,
  PromptArgument,
  Resource,
  ResourceTemplate,
  Tool,
} from "../model.js";
import { isModern, type Revision } from "../revisions.js";

/** The capabilities of a server, over all revisions. @see MCP 2026-07-28 ServerCapabilities; 2025-11-25 for `tasks` */
export interface ServerCapabilities {
  /** Arguments are completed. */
  readonly completions?: JsonObject;
  /** Log messages are sent. */
  readonly logging?: JsonObject;
  /** There are prompts. */
  readonly prompts?: { readonly listChanged?: boolean };
  /** There are resources. */
  readonly resources?: { readonly subscribe?: boolean; readonly listChanged?: boolean };
  /** There are tools. */
  readonly tools?: { readonly listChanged?: boolean };
  /** At 2025-11-25 only; since 2026-07-28 tasks are an extension. */
  readonly tasks?: JsonObject;
  /** Since 2026-07-28 only. */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** Capabilities outside the specification, by name. */
  readonly experimental?: { readonly [name: string]: JsonObject };
}

/** Encodes the capabilities for a revision. */
export function encodeServerCapabilities(
  capabilities: ServerCapabilities,
  revision: Revision,
): JsonObject {
  const { completions, tasks, extensions, ...always } = capabilities;
  return {
    ...always,
    ...defined({
      completions: completions && revision >= "2025-03-26" ? completions : undefined,
      tasks: tasks && revision === "2025-11-25" ? tasks : undefined,
      extensions: extensions && isModern(revision) ? extensions : undefined,
    }),
  };
}

export function encodeImplementation(info: Implementation, revision: Revision): JsonObject {
  const { name, version, title } = info;
  if (revision < "2025-06-18") return { name, version };
  if (revision < "2025-11-25") return { name, title, version };
  return info as unknown as JsonObject;
}

export function encodeTool(tool: Tool, revision: Revision): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const { icons, taskSupport, _meta } = tool;
  if (isModern(revision)) {
    if (taskSupport === undefined) return tool as unknown as JsonObject;
    return { ...tool, taskSupport: undefined };
  }
  const input = objectProperties(inputSchema);
  if (revision < "2025-03-26") return { name, description, inputSchema: input };
  if (revision < "2025-06-18") {
    // Before tools had titles of their own, the title was an annotation.
    const hints = title === undefined ? annotations : { title, ...annotations };
    return { name, description, inputSchema: input, annotations: hints };
  }
  const output = outputSchema?.["type"] === "object" ? objectProperties(outputSchema) : undefined;
  const isNewest = revision >= "2025-11-25";
  if (isNewest && !taskSupport && input === inputSchema && output === outputSchema) {
    // Most tools need no changes.
    return tool as unknown as JsonObject;
  }
  return {
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: output,
    annotations,
    _meta,
    icons: isNewest ? icons : undefined,
    execution: isNewest && taskSupport ? { taskSupport } : undefined,
  };
}

export function encodeResource(resource: Resource, revision: Revision): JsonObject {
  const { uri, name, description, mimeType, size } = resource;
  if (revision >= "2025-11-25") return resource as unknown as JsonObject;
  const annotations = encodeAnnotations(resource.annotations, revision);
  const encoded = { uri, name, description, mimeType, size, annotations };
  if (revision < "2025-06-18") return encoded;
  return { ...encoded, title: resource.title, _meta: resource._meta };
}

export function encodeTemplate(template: ResourceTemplate, revision: Revision): JsonObject {
  const { uriTemplate, name, description, mimeType } = template;
  if (revision >= "2025-11-25") return template as unknown as JsonObject;
  const annotations = encodeAnnotations(template.annotations, revision);
  const encoded = { uriTemplate, name, description, mimeType, annotations };
  if (revision < "2025-06-18") return encoded;
  return { ...encoded, title: template.title, _meta: template._meta };
}

export function encodePrompt(prompt: Prompt, revision: Revision): JsonObject {
  const { name, title, description, icons, _meta } = prompt;
  const args = prompt.arguments?.map((each) => encodePromptArgument(each, revision));
  if (revision < "2025-06-18") return { name, description, arguments: args };
  const encoded = { name, title, description, arguments: args, _meta };
  return revision < "2025-11-25" ? encoded : { ...encoded, icons };
}

function encodePromptArgument(argument: PromptArgument, revision: Revision): JsonObject {
  const { name, title, description, required } = argument;
  return revision < "2025-06-18"
    ? { name, description, required }
    : { name, title, description, required };
}

/** Drops structured content that the revision cannot carry, or turns it into text if there is no other content. */
export function encodeCallResult(result: CallToolResult, revision: Revision): JsonObject {
  if (isModern(revision)) return result as unknown as JsonObject;
  const { content, structuredContent, isError, _meta } = result;
  if (revision >= "2025-06-18") {
    if (structuredContent === undefined || isObject(structuredContent)) {
      return result as unknown as JsonObject;
    }
    return {
      ...result,
      content: contentOr(content, structuredContent),
      structuredContent: undefined,
    };
  }
  const blocks = contentOr(content, structuredContent);
  return { content: blocks.map((block) => encodeContent(block, revision)), isError, _meta };
}

/** Returns the content of a result; if it has none, its structured content as text. */
export function contentOr(
  content: readonly ContentBlock[],
  structured: unknown,
): readonly ContentBlock[] {
  if (content.length > 0 || structured === undefined) return content;
  return [{ type: "text", text: jsonText(structured) ?? "null" }];
}

/** @see MCP 2026-07-28 ProgressNotificationParams */
export function encodeProgress(
  progress: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  },
  revision: Revision,
): JsonObject {
  return revision < "2025-03-26" ? { ...progress, message: undefined } : { ...progress };
}

/** Encodes the params of `notifications/message`, the same in all revisions. @see MCP 2026-07-28 LoggingMessageNotificationParams */
export function encodeLogMessage(level: LogLevel, data: unknown, logger?: string): JsonObject {
  // JSON has no `undefined`, but `data` is required.
  return { level, logger, data: data === undefined ? null : data };
}

/** Encodes the params of `notifications/resources/updated`, the same in all revisions. */
export function encodeResourceUpdated(uri: string): JsonObject {
  return { uri };
}

/** Replaces property schemas `true` and `false` by objects, which older revisions require. */
export function objectProperties(schema: JsonObject): JsonObject {
  const properties = schema["properties"];
  if (!isObject(properties) || !hasBoolean(properties)) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        value === true ? {} : value === false ? { not: {} } : value,
      ]),
    ),
  };
}

function hasBoolean(values: JsonObject): boolean {
  for (const name in values) if (typeof values[name] === "boolean") return true;
  return false;
}
