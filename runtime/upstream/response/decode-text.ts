import { isXmlType } from "../../contract/media-type.js";
import { Lazy } from "../../protocol/lazy.js";

const legacy = new Lazy(() => import("../text/legacy-charsets.js"));

export type Decoder = InstanceType<typeof TextDecoder>;

/** For whole texts, after which a decoder begins anew. */
const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Decodes a text body by its byte order mark, else its declared charset, else as UTF-8, else as windows-1252, which
 * accepts any bytes. Drops the byte order mark.
 *
 * @param partial the bytes may end within a character
 * @returns a promise only for charsets whose tables have to be loaded
 * @see WHATWG Encoding section 6
 */
export function decodeText(
  bytes: Uint8Array,
  charset?: string,
  partial = false,
): string | Promise<string> {
  const label = markOf(bytes) ?? charset;
  if (!partial && (label === "utf-8" || label === "utf8")) return utf8.decode(bytes);
  const decoder = label === undefined ? undefined : decoderOf(label);
  if (decoder === undefined) return decodeUtf8(bytes, partial) ?? decodeAs("windows-1252", bytes);
  if (!(decoder instanceof Promise)) return decoder.decode(bytes, { stream: partial });
  return decoder.then(
    (found) =>
      found?.decode(bytes, { stream: partial }) ??
      decodeUtf8(bytes, partial) ??
      decodeAs("windows-1252", bytes),
  );
}

/** Decodes UTF-8; undefined when the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array, partial = false): string | undefined {
  const decoder = partial ? new TextDecoder("utf-8", { fatal: true }) : strictUtf8;
  try {
    return decoder.decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}

/**
 * Returns a decoder of a charset, a promise of one whose tables have to be loaded, or undefined for an unknown label. Node
 * decodes only UTF-8 and UTF-16 as WHATWG Encoding says.
 */
export function decoderOf(label: string): Decoder | Promise<Decoder | undefined> {
  if (/^utf-?8$/.test(label)) return new TextDecoder();
  if (/^utf-16(?:le|be)?$/.test(label)) return new TextDecoder(label);
  return legacy.use(async ({ legacyDecoder }) => legacyDecoder(label));
}

async function decodeAs(label: string, bytes: Uint8Array): Promise<string> {
  const decoder = await decoderOf(label);
  return (decoder ?? new TextDecoder()).decode(bytes);
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : undefined;
}

const xmlDeclaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;
const htmlDeclaration = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i;

/** Returns the charset that XML or HTML declares inside. @see XML 1.0 section 4.3.3; WHATWG HTML section 13.2.3.2 */
export function declaredCharset(essence: string, bytes: Uint8Array): string | undefined {
  const isXml = isXmlType(essence);
  if (!isXml && essence !== "text/html") return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const declared = (isXml ? xmlDeclaration : htmlDeclaration).exec(start)?.[1]?.toLowerCase();
  // A declaration that can be read byte by byte is not in UTF-16. WHATWG HTML, prescan a byte stream.
  return declared?.startsWith("utf-16") ? "utf-8" : declared;
}
