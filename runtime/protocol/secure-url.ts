/**
 * A URL of OAuth's, with TLS: only so is it known who answers. On loopback it may do without.
 *
 * @param what names it in the error
 * @param allowHttp true: without TLS anywhere, for a network that is trusted
 * @throws TypeError when it is none
 * @see MCP 2026-07-28, Authorization Security Considerations, Communication Security
 */
export function secureUrl(text: string, what: string, allowHttp = false): URL {
  if (!URL.canParse(text)) throw new TypeError(`${what} is no absolute URL: ${text}`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${what} must not hold credentials.`);
  }
  if (url.hash !== "" || text.includes("#")) throw new TypeError(`${what} has a fragment: ${text}`);
  const plain = url.protocol === "http:" && (allowHttp || isLoopbackName(url.hostname));
  if (url.protocol !== "https:" && !plain) throw new TypeError(`${what} must be https: ${text}`);
  return url;
}

/**
 * The form in which two names of one resource are equal: scheme and host in lower case, and no lone slash at the end.
 *
 * @see MCP 2026-07-28, Authorization, Canonical Server URI
 */
export function canonicalUri(url: URL): string {
  return url.pathname === "/" && url.search === "" ? url.origin : url.href;
}

function isLoopbackName(name: string): boolean {
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "[::1]" ||
    // The parser has turned every other way of writing an address into this one.
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}
