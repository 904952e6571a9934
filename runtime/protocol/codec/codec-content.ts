/** Encodes content for each revision. */
import type { JsonObject } from "../json.js";
import type { Annotations, ContentBlock, ResourceContents } from "../model.js";
import type { Revision } from "../revisions.js";

/**
 * Encodes content for a revision. Before 2025-06-18 there are no links and no `_meta`, and before 2025-03-26 no audio; such
 * content becomes text.
 *
 * @see MCP 2026-07-28 ContentBlock
 */
export function encodeContent(block: ContentBlock, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return block as unknown as JsonObject;
  const annotations = encodeAnnotations(block.annotations, revision);
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
      return {
        type: "resource",
        resource: encodeResourceContents(block.resource, revision),
        annotations,
      };
    default:
      // Of a server that this one forwards calls to, which knows more types.
      return block as JsonObject;
  }
}

/** Encodes the contents of a resource for a revision. @see MCP 2026-07-28 ResourceContents */
export function encodeResourceContents(contents: ResourceContents, revision: Revision): JsonObject {
  if (revision >= "2025-06-18" || contents._meta === undefined) {
    return contents as unknown as JsonObject;
  }
  return { ...contents, _meta: undefined };
}

/** @see MCP 2026-07-28 Annotations */
export function encodeAnnotations(
  annotations: Annotations | undefined,
  revision: Revision,
): JsonObject | undefined {
  if (annotations === undefined) return undefined;
  if (revision >= "2025-06-18") return annotations as unknown as JsonObject;
  const { audience, priority } = annotations;
  return audience === undefined && priority === undefined ? undefined : { audience, priority };
}
