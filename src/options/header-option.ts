/** A header field. @see RFC 9110 section 5.1 */
// oxlint-disable-next-line no-control-regex -- a value must not hold any
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\0-\x08\x0a-\x1f\x7f]*?)[ \t]*$/;

/**
 * Parses `Name: value`.
 *
 * @throws RangeError for anything else. It quotes no value, because values are often secrets.
 */
export function readHeader(text: string): { readonly name: string; readonly value: string } {
  const [, name, value] = field.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new RangeError("Expected a header: 'Name: value'.");
  }
  return { name, value };
}
