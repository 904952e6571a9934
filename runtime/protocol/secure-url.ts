/**
 * Parses a URL for OAuth, which must use TLS except on loopback, because only TLS proves who answers.
 *
 * @param what names the URL in the error
 * @param allowHttp allows http everywhere, for a trusted network
 * @throws TypeError if the URL is invalid or does not use TLS
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
 * Normalises the URI of a resource for comparison: scheme and host in lower case, and no lone slash at the end.
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
    // The URL parser has normalised all other spellings of the address.
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}
