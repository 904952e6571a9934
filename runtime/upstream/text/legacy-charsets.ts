/**
 * The charsets of the web besides UTF-8 and UTF-16. A module of its own, because it holds their tables and few APIs use them.
 * Node decodes windows-1252, EUC-KR, Big5 and others not as WHATWG Encoding says.
 */
import { normalizeEncoding, TextDecoder as LegacyDecoder } from "@exodus/bytes/encoding.js";
import { createMultibyteEncoder } from "@exodus/bytes/multi-byte.js";
import { createSinglebyteEncoder } from "@exodus/bytes/single-byte.js";

/** Encodes a text. @throws TypeError for a character that the charset does not have */
export type Encoder = (text: string) => Uint8Array;

/** Returns a decoder; undefined for a label that is no known charset. @see WHATWG Encoding section 4.2 */
export function legacyDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new LegacyDecoder(label);
  } catch {
    return undefined;
  }
}

/**
 * Returns an encoder; undefined for a label that is no known charset. WHATWG Encoding reads ASCII and ISO 8859-1 as
 * windows-1252, which has more characters, but other software may not.
 */
export function legacyEncoder(label: string): Encoder | undefined {
  if (/ascii|^ansi_x3|^iso-?646/.test(label)) return encodeAscii;
  const name = normalizeEncoding(label);
  if (name === null || name === "replacement") return undefined;
  if (name === "windows-1252" && !label.endsWith("1252"))
    return createSinglebyteEncoder("iso-8859-1");
  return multibyte.has(name) ? createMultibyteEncoder(name) : createSinglebyteEncoder(name);
}

const multibyte = new Set([
  "big5",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "gbk",
  "iso-2022-jp",
  "shift_jis",
]);

function encodeAscii(text: string): Uint8Array {
  if (/[^\0-\x7f]/.test(text)) throw new TypeError("A character is not in ASCII.");
  return new TextEncoder().encode(text);
}
