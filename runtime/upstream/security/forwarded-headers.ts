import { isFieldValue, isToken } from "../request/field-value.js";

/** Headers of who calls this server that go on to the API, by lower-case name. */
export type ForwardedHeaders = { readonly [name: string]: string };

/**
 * Names that are never forwarded: what proves something to this server and not to the API, and what belongs to one
 * connection or one message.
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
 * The names of an allow-list in lower case, each once.
 *
 * @throws TypeError for a name that is none or is never forwarded
 */
export function forwardableNames(names: readonly string[]): readonly string[] {
  const lower = names.map((name) => name.toLowerCase());
  for (const [index, name] of lower.entries()) {
    if (!isToken(name)) {
      throw new TypeError(`Not the name of a header: ${JSON.stringify(names[index])}`);
    }
    if (neverForwarded.has(name) || /^(mcp|sec|proxy)-/.test(name)) {
      throw new TypeError(`The header ${names[index]} is not for the API and is never forwarded.`);
    }
  }
  return [...new Set(lower)];
}

/** Those headers of a request that go on; undefined for none. @param header a header's value by its lower-case name */
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

/** The value of a header whose name is in any case. */
export function headerOf(headers: ForwardedHeaders, name: string): string | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(headers, lower) ? headers[lower] : undefined;
}
