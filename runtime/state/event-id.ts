/**
 * Ids of events tell the stream and the place on it: `name:17`, the name percent-encoded. Visible ASCII, because clients
 * send them back in a header.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export function formatEventId(stream: string, place: string | number): string {
  return `${encodeURIComponent(stream)}:${place}`;
}

/** A place has one spelling. */
const shape = /^([^:]{0,512}):((?:0|[1-9]\d{0,15})(?:-(?:0|[1-9]\d{0,15}))?)$/;

/** The stream and the place that an id tells; undefined for what is no id. Clients send them: anything can come. */
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
