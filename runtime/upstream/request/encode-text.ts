/** Bodies in other charsets than UTF-8. Loaded with the first one. */
import { ToolError } from "../../protocol/tool-error.js";
import { essenceOf, isJsonType, isXmlType, jsonSequence } from "../../contract/media-type.js";
import { legacyEncoder, type Encoder } from "../text/legacy-charsets.js";
import { declareCharset } from "../text/xml-declaration.js";

const beyondAscii = /[^\0-\x7f]/gu;

/**
 * Encodes a text body in the charset that its media type names. A character that the charset does not have is escaped where
 * the format has escapes.
 *
 * @throws ToolError for a character that can't be sent, and for an unknown charset
 * @see RFC 9110 section 8.3.2
 */
export function encodeText(type: string, charset: string, text: string): string | Uint8Array {
  const essence = essenceOf(type);
  const isUtf16 = /^utf-16(?:le|be)?$/.test(charset);
  const encode = isUtf16 ? utf16(charset) : legacyEncoder(charset);
  if (!encode) throw new ToolError(`The API takes ${type}, a charset that can't be written.`);
  // Readers that ignore the charset, because JSON has no such parameter, understand the escapes as well.
  if (!isUtf16 && (isJsonType(essence) || jsonSequence(essence))) return escapeJson(text);
  if (!isUtf16 && essence === "application/x-www-form-urlencoded")
    return formIn(encode, charset, text);
  if (!isXmlType(essence)) return encodeAll(encode, charset, text);
  const declared = declareCharset(text, charset);
  const escaped = declared.replace(beyondAscii, (character) =>
    encoded(encode, character) ? character : `&#${character.codePointAt(0)};`,
  );
  return encodeAll(encode, charset, escaped);
}

function encodeAll(encode: Encoder, charset: string, text: string): Uint8Array {
  const bytes = encoded(encode, text);
  if (bytes) return bytes;
  const missing = text.match(beyondAscii)?.find((character) => !encoded(encode, character));
  throw new ToolError(
    `The API takes the body in the charset ${charset}, which does not have the character ${JSON.stringify(missing)}.`,
  );
}

function encoded(encode: Encoder, text: string): Uint8Array | undefined {
  try {
    return encode(text);
  } catch {
    return undefined;
  }
}

/** With a byte order mark, unless the label tells the order. @see RFC 2781 section 3.3 */
function utf16(charset: string): Encoder {
  return (text) => {
    const bytes = Buffer.from(charset === "utf-16" ? `\ufeff${text}` : text, "utf16le");
    return charset === "utf-16be" ? bytes.swap16() : bytes;
  };
}

function escapeJson(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Rewrites the percent-encoded characters of a form, which are UTF-8. @see WHATWG URL section 1.3 */
function formIn(encode: Encoder, charset: string, form: string): string {
  return form.replace(/(?:%[89A-F][0-9A-F])+|[^\0-\x7f]+/gi, (run) => {
    const text = decoded(run);
    if (text === undefined) return run;
    return [...encodeAll(encode, charset, text)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join("");
  });
}

/** Returns undefined for bytes that are not UTF-8: a finished form may be in the charset already. */
function decoded(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
