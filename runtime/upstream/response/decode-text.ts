/**
 * Decodes a text body by its byte order mark, else its declared charset, else as UTF-8, else as windows-1252, which
 * accepts any bytes. Drops the byte order mark.
 *
 * @param partial the bytes may end within a character
 * @see WHATWG Encoding section 6
 */
export function decodeText(bytes: Uint8Array, charset?: string, partial = false): string {
  const label = utf16Mark(bytes) ?? charset;
  return (
    (label === undefined ? undefined : decodeAs(label, bytes)) ??
    decodeUtf8(bytes, partial) ??
    new TextDecoder("windows-1252").decode(bytes)
  );
}

/** Decodes UTF-8; undefined when the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array, partial = false): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: partial });
  } catch {
    return undefined;
  }
}

function utf16Mark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Returns undefined when the label is not a known encoding. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the encoding in an XML declaration. @see XML 1.0 section 4.3.3 */
export function xmlEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
}
