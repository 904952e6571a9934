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

/** Returns how many bytes a base64 text holds. */
function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}
