import { ToolError } from "../tool-error.js";

/**
 * Percent-encodes everything but RFC 3986's unreserved characters, as RFC 6570 does by default.
 *
 * @throws ToolError when the text holds half of a surrogate pair, which has no UTF-8 form
 */
export function encodeUnreserved(text: string): string {
  if (/^[\w\-.~]*$/.test(text)) return text;
  return encodeUtf8(text).replace(/[!'()*]/g, encodeAscii);
}

/**
 * RFC 6570 reserved expansion for a query string: reserved characters and percent-encoded triplets pass unchanged,
 * except `#`, `[` and `]`, which a query can't hold.
 *
 * @see OpenAPI 3.2 Parameter Object, `allowReserved`; RFC 3986 section 3.4
 */
export function encodeReservedInQuery(text: string): string {
  return text.replace(/%(?:[0-9A-Fa-f]{2})?|[^%\w\-.~:/?@!$&'()*+,;=]+/g, keepTriplet);
}

/**
 * RFC 6570 reserved expansion for a path segment: as for a query, but `/` and `?` are encoded as well.
 *
 * @see OpenAPI 3.2 Path Templating: values must not hold unescaped `/`, `?` or `#`
 */
export function encodeReservedInPath(text: string): string {
  return text.replace(/%(?:[0-9A-Fa-f]{2})?|[^%\w\-.~:@!$&'()*+,;=]+/g, keepTriplet);
}

/** RFC 6570 reserved expansion for a cookie: as for a query, but `;` and `,` would end the value. */
export function encodeReservedInCookie(text: string): string {
  return text.replace(/%(?:[0-9A-Fa-f]{2})?|[^%\w\-.~:/?@!$&'()*+=]+/g, keepTriplet);
}

/**
 * Returns an encoding of one value with `allowReserved`: besides what `encode` encodes, the characters that end a value or
 * separate it from its name, so that a value stays in its parameter.
 *
 * @see OpenAPI 3.0.4 and 3.1.1 Parameter Object, `allowReserved`: applications must percent-encode reserved characters that
 *   are not allowed in the query string, or have a meaning there, themselves
 */
export function withoutDelimiters(encode: (text: string) => string): (text: string) => string {
  return (text) => encode(text).replace(/[&+;=]/g, encodeAscii);
}

/**
 * Decodes percent-encoded text as lenient servers do: bytes that are not valid UTF-8 are no error, and neither are
 * characters in more bytes than they need.
 */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return decodeLeniently(run);
    }
  });
}

function decodeLeniently(run: string): string {
  const bytes = run
    .slice(1)
    .split("%")
    .map((digits) => Number.parseInt(digits, 16));
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at++]!;
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    let code = more === 0 ? lead : lead & (0x3f >> more);
    for (const end = at + more; at < end && at < bytes.length;) {
      code = (code << 6) | (bytes[at++]! & 0x3f);
    }
    text += String.fromCodePoint(Math.min(code, 0x10ffff));
  }
  return text;
}

/** Encodes a name or value as HTML forms do: a space becomes `+`. @see WHATWG URL section 5.2 */
export function encodeForm(text: string): string {
  return encodeUtf8(text)
    .replace(/[!'()~]/g, encodeAscii)
    .replace(/%20/g, "+");
}

function keepTriplet(match: string): string {
  return match.length === 3 && match.startsWith("%") ? match : encodeUtf8(match);
}

function encodeUtf8(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new ToolError(
      "A text holds half of a surrogate pair, which can't be encoded. Nothing was sent.",
    );
  }
}

function encodeAscii(character: string): string {
  return "%" + character.charCodeAt(0).toString(16).toUpperCase();
}
