import type { SentRequest } from "../sender.js";

/** What is sent beside the fields of a request. The platform's `fetch` sends the same, and fields that tell of browsers. */
const usual: readonly (readonly [name: string, value: string])[] = [
  ["accept", "*/*"],
  ["user-agent", "node"],
];

/** The fields of headers that are written once for many requests. */
const known = new WeakMap<object, { readonly origin: string; readonly fields: string[] }>();

/** Returns names and values in turn. */
export function fieldsOf({ headers, origin }: SentRequest): string[] {
  const found = known.get(headers);
  if (found?.origin === origin) return found.fields;
  const fields = writeFields(headers, origin);
  if (Object.isFrozen(headers)) known.set(headers, { origin, fields });
  return fields;
}

function writeFields(headers: SentRequest["headers"], origin: string): string[] {
  const fields: string[] = [];
  const names = new Set<string>();
  for (const name of Object.keys(headers)) {
    names.add(name.toLowerCase());
    fields.push(name, headers[name]!);
  }
  for (const [name, value] of usual) {
    if (!names.has(name)) fields.push(name, value);
  }
  if (!names.has("accept-encoding")) {
    // A part of a compressed body could not be decoded.
    const codings = names.has("range") ? "identity" : codingsOf(origin);
    fields.push("accept-encoding", codings);
  }
  return fields;
}

/** Some proxies damage brotli where they can look into a connection. */
function codingsOf(origin: string): string {
  return origin.startsWith("https:") ? "br, gzip, deflate" : "gzip, deflate";
}
