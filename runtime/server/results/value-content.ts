import type { ContentBlock } from "../../protocol/model.js";
import { textOf, toBase64, type Value } from "./value.js";

/**
 * The content blocks that a value by itself becomes.
 *
 * @param uri names the value when it can only be sent as an embedded resource
 */
export function valueContent(value: Value, uri: () => string): ContentBlock[] {
  switch (value.kind) {
    case "empty":
      return [];
    case "json":
      return [{ type: "text", text: textOf(value) }];
    case "text":
      return [{ type: "text", text: value.text }];
    case "media": {
      const { mimeType } = value.media;
      const data = toBase64(value.media.data);
      if (mimeType.startsWith("image/")) return [{ type: "image", data, mimeType }];
      if (mimeType.startsWith("audio/")) return [{ type: "audio", data, mimeType }];
      return [{ type: "resource", resource: { uri: uri(), mimeType, blob: data } }];
    }
  }
}
