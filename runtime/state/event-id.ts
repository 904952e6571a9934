/**
 * Formats an event id: the percent-encoded stream and the place on it, `name:17`. It is visible ASCII, because clients send
 * it back in a header.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export function formatEventId(stream: string, place: string | number): string {
  return `${encodeURIComponent(stream)}:${place}`;
}

/** Accepts exactly one spelling of each place. */
const shape = /^([^:]{0,512}):((?:0|[1-9]\d{0,15})(?:-(?:0|[1-9]\d{0,15}))?)$/;

/** Parses an event id; undefined if it is invalid. Clients send ids, so the text may be anything. */
export function parseEventId(
  id: string,
): { readonly stream: string; readonly place: string } | undefined {
  const match = shape.exec(id);
  const [, name, place] = match ?? [];
  if (name === undefined || place === undefined) return undefined;
  try {
    return { stream: decodeURIComponent(name), place };
  } catch {
    return undefined;
  }
}
