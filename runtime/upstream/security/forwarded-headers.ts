import { isFieldValue, isToken } from "../../protocol/text/field-value.js";

/** Headers of a request to this server that are forwarded to the API, by lower-case name. */
export type ForwardedHeaders = { readonly [name: string]: string };

/**
 * Names that are never forwarded: credentials for this server only, and headers of a single connection or message.
 *
 * @see MCP 2026-07-28, Authorization, Access Token Privilege Restriction; RFC 9110 section 7.6.1
 */
const neverForwarded = new Set([
  "authorization",
  "proxy-authorization",
  "proxy-authenticate",
  "dpop",
  "cookie",
  "set-cookie",
  "host",
  "origin",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "accept",
  "accept-charset",
  "accept-encoding",
  "content-encoding",
  "content-length",
  "content-type",
  "last-event-id",
]);

/**
 * Returns the names of an allow-list in lower case, without duplicates.
 *
 * @throws TypeError for a name that is invalid or is never forwarded
 */
export function forwardableNames(names: readonly string[]): readonly string[] {
  const lower = names.map((name) => name.toLowerCase());
  for (const [index, name] of lower.entries()) {
    if (!isToken(name)) {
      throw new TypeError(`Not a valid header name: ${JSON.stringify(names[index])}`);
    }
    if (neverForwarded.has(name) || /^(mcp|sec|proxy)-/.test(name)) {
      throw new TypeError(`The header ${names[index]} is never forwarded to the API.`);
    }
  }
  return [...new Set(lower)];
}

/** Returns the headers to forward; undefined for none. @param header returns a header's value by lower-case name */
export function forwardedHeaders(
  names: readonly string[],
  header: ((name: string) => string | undefined) | undefined,
): ForwardedHeaders | undefined {
  if (names.length === 0 || !header) return undefined;
  const found = names.flatMap((name) => {
    const value = header(name);
    return value === undefined || value === "" || !isFieldValue(value) ? [] : [[name, value]];
  });
  return found.length === 0 ? undefined : (Object.fromEntries(found) as ForwardedHeaders);
}

/** Returns a header's value; the case of the name does not matter. */
export function headerOf(headers: ForwardedHeaders, name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(headers, lower) ? headers[lower] : undefined;
}
