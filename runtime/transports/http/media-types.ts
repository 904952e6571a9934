/** True when a Content-Type header names JSON, with any parameters. */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  if (contentType === undefined) return false;
  const [type = ""] = contentType.split(";", 1);
  return type.trim().toLowerCase() === "application/json";
}

/** The forms of an answer that a client accepts. @see RFC 9110, section 12.5.1 */
export interface Accepted {
  readonly json: boolean;
  readonly events: boolean;
}

const everything: Accepted = { json: true, events: true };

/** Parses an Accept header; without one, everything is accepted. */
export function readAccept(accept: string | undefined): Accepted {
  if (accept === undefined || accept === "application/json, text/event-stream") return everything;
  const json = quality(accept, "application", "json");
  const events = quality(accept, "text", "event-stream");
  return { json: json > 0, events: events > 0 };
}

/** Returns the quality of the most specific range that covers a type; 0 without one. */
function quality(accept: string, type: string, subtype: string): number {
  let best = -1;
  let found = 0;
  for (const range of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const specificity = [`*/*`, `${type}/*`, `${type}/${subtype}`].indexOf(name);
    if (specificity <= best) continue;
    best = specificity;
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    found = q === undefined ? 1 : Number(q.slice(2));
  }
  return found > 0 ? found : 0;
}
