/** URIs as RFC 3986 writes and compares them. */

/** Percent-encoded bytes, and what no URI may contain except lone surrogates, which have no encoding. RFC 3986, section 2 */
const special = /%(?:[\dA-Fa-f]{2})?|[^\x21-\x7e\ud800-\udfff]|["<>\\^`{|}]/gu;

/** Percent-encodes what no URI may contain. Existing percent-encoding stays. */
export function encodeUri(text: string): string {
  return text.replace(special, (each) => (each.length === 3 ? each : encodeURIComponent(each)));
}

/** Returns one spelling for all that mean the same URI. @see RFC 3986, sections 6.2.2.1 and 6.2.2.2 */
export function normalUri(uri: string): string {
  return encodeUri(uri).replace(/%../g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
  });
}
