import { parseMediaType } from "../../contract/media-type.js";
import type { FileContent } from "../files/file-model.js";

/** Returns the charset of a media type, unless it is UTF-8. */
export function otherCharset(type: string): string | undefined {
  const charset = parseMediaType(type)?.charset;
  return charset === undefined || /utf-?8$/.test(charset) ? undefined : charset;
}

/** Writes a text in the charset of its media type; a string is sent as UTF-8. @throws ToolError for a character that it does not have */
export async function inCharset(type: string, text: string): Promise<string | Uint8Array> {
  const charset = otherCharset(type);
  if (charset === undefined) return text;
  const { encodeText } = await import("./encode-text.js");
  return encodeText(type, charset, text);
}

/** Returns the bytes of a file. One that was given as text is sent in the charset of its media type. */
export async function fileBytes(
  { bytes, isText }: FileContent,
  type: string,
): Promise<string | Uint8Array> {
  if (!isText || otherCharset(type) === undefined) return bytes;
  return inCharset(type, new TextDecoder().decode(bytes));
}
