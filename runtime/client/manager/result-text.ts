import { jsonText } from "../../protocol/exact-json.js";
import type { CallToolResult, ContentBlock } from "../../protocol/model.js";

/** Returns a result as text for a model or a person: texts as they are, other content as a note of what it is. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) {
    return jsonText(structuredContent) ?? "";
  }
  return content.map(blockText).join("\n");
}

/** Returns a text for a block of content. */
export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${block.mimeType}, ${bytesOf(block.data)} bytes]`;
    case "resource_link":
      return `[resource: ${block.uri} (${block.name})]`;
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return resource.text;
      const type = resource.mimeType ?? "unknown type";
      return `[resource: ${resource.uri}, ${type}, ${bytesOf(resource.blob)} bytes]`;
    }
    default:
      return `[content of the unknown type "${String((block as { type?: unknown }).type)}"]`;
  }
}

/** Content that is no text. */
export interface Media {
  /** Base64. */
  readonly data: string;
  readonly mediaType: string;
  /** Of an embedded resource. */
  readonly uri?: string;
}

/** Returns what a block holds if it is an image, audio, or a binary resource of a known type. */
export function mediaOf(block: ContentBlock): Media | undefined {
  if (block.type === "image" || block.type === "audio") {
    return { data: block.data, mediaType: block.mimeType };
  }
  if (block.type !== "resource" || !("blob" in block.resource)) return undefined;
  const { blob: data, mimeType: mediaType, uri } = block.resource;
  return mediaType === undefined ? undefined : { data, mediaType, uri };
}

/** Returns how many bytes a base64 text holds. */
function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}
