/** The edge: values in the newest shapes, written as each revision knows them. */
import { metaKeys } from "./envelope.js";
import { isObject, type JsonObject } from "./json.js";
import type {
  Annotations,
  CallToolResult,
  ContentBlock,
  Implementation,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceTemplate,
  Tool,
} from "./model.js";
import { isModern, type Revision } from "./revisions.js";

/** How long and for whom a result may be cached. @see MCP 2026-07-28, Caching */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: "private" | "public";
}

export function encodeImplementation(info: Implementation, revision: Revision): JsonObject {
  const { name, version, title } = info;
  return revision < "2025-06-18" || title === undefined
    ? { name, version }
    : { name, title, version };
}

export function encodeTool(tool: Tool, revision: Revision): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  if (revision < "2025-03-26") {
    return { name, description, inputSchema: objectProperties(inputSchema) };
  }
  if (revision < "2025-06-18") {
    return { name, description, inputSchema: objectProperties(inputSchema), annotations };
  }
  if (isModern(revision)) return tool as unknown as JsonObject;
  return {
    name,
    title,
    description,
    inputSchema: objectProperties(inputSchema),
    outputSchema:
      outputSchema && outputSchema["type"] === "object"
        ? objectProperties(outputSchema)
        : undefined,
    annotations,
    _meta,
  };
}

export function encodeResource(resource: Resource, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return resource as unknown as JsonObject;
  const { uri, name, description, mimeType } = resource;
  return { uri, name, description, mimeType };
}

export function encodeTemplate(template: ResourceTemplate, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return template as unknown as JsonObject;
  const { uriTemplate, name, description, mimeType } = template;
  return { uriTemplate, name, description, mimeType };
}

export function encodeCallResult(result: CallToolResult, revision: Revision): JsonObject {
  if (isModern(revision)) return result as unknown as JsonObject;
  if (revision >= "2025-06-18") {
    const { structuredContent, ...rest } = result;
    return isObject(structuredContent) ? (result as unknown as JsonObject) : { ...rest };
  }
  const { content, isError, _meta } = result;
  return { content: content.map((block) => encodeContent(block, revision)), isError, _meta };
}

export function encodeReadResult(result: ReadResourceResult, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return result as unknown as JsonObject;
  return { ...result, contents: result.contents.map(withoutMeta) };
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

/**
 * A result as JSON text. Since 2026-07-28 it says that it is complete, who made it, and, where that revision asks for
 * it, how long it may be cached.
 */
export function writeResult(
  result: JsonObject,
  revision: Revision,
  server: Implementation,
  cache?: CacheHints,
): string {
  if (!isModern(revision)) return JSON.stringify(result);
  return JSON.stringify({
    ...result,
    resultType: "complete",
    ...cache,
    _meta: { ...(result["_meta"] as JsonObject | undefined), [metaKeys.serverInfo]: server },
  });
}

/** Older revisions want an object for every property, where JSON Schema also allows `true` and `false`. */
function objectProperties(schema: JsonObject): JsonObject {
  const properties = schema["properties"];
  if (!isObject(properties)) return schema;
  const entries = Object.entries(properties);
  if (!entries.some(([, value]) => typeof value === "boolean")) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        value === true ? {} : value === false ? { not: {} } : value,
      ]),
    ),
  };
}

/** Content for revisions before 2025-06-18, which know neither links nor `_meta`, and no audio before 2025-03-26. */
function encodeContent(block: ContentBlock, revision: Revision): JsonObject {
  const annotations = block.annotations && withoutLastModified(block.annotations);
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text, annotations };
    case "image":
    case "audio":
      if (block.type === "audio" && revision < "2025-03-26") {
        const bytes = Math.floor((block.data.length * 3) / 4);
        const text = `[${block.mimeType}, about ${bytes} bytes: protocol version ${revision} can't carry audio]`;
        return { type: "text", text, annotations };
      }
      return { type: block.type, data: block.data, mimeType: block.mimeType, annotations };
    case "resource_link": {
      const label = block.title ?? block.name;
      const about = block.description === undefined ? "" : ` (${block.description})`;
      return { type: "text", text: `${label}: ${block.uri}${about}`, annotations };
    }
    case "resource":
      return { type: "resource", resource: withoutMeta(block.resource), annotations };
  }
}

function withoutMeta(contents: ResourceContents): JsonObject {
  return { ...contents, _meta: undefined };
}

function withoutLastModified(annotations: Annotations): JsonObject {
  return { ...annotations, lastModified: undefined };
}
