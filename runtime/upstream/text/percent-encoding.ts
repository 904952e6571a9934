import { ToolError } from "../../protocol/tool-error.js";

/**
 * Percent-encodes everything but RFC 3986's unreserved characters, as RFC 6570 does by default.
 *
 * @throws ToolError when the text holds half of a surrogate pair, which has no UTF-8 form
 */
export function encodeUnreserved(text: string): string {
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
