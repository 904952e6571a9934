import { defined } from "../protocol/defined.js";
import { bodyText } from "./body-text.js";
import type { ExpectedRequest } from "./operation-case.js";

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Absolute URL, as the server requested it. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
}

/** Headers that the platform may add to every request; some versions add fewer. */
const platformHeaders = new Set([
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "sec-fetch-mode",
  "user-agent",
]);

/** Values that the platform adds by default or with conditional headers. @see WHATWG Fetch, HTTP-network-or-cache fetch */
const platformValues: ReadonlyMap<string, string> = new Map([
  ["accept", "*/*"],
  ["cache-control", "no-cache"],
  ["pragma", "no-cache"],
]);

/**
 * Writes a request in the form of a test case.
 *
 * @param expected determines the case of header names; without it the platform's headers are kept, too
 */
export function expectedForm(
  { method, url, headers, bytes }: ReceivedRequest,
  expected?: ExpectedRequest,
): ExpectedRequest {
  const names = new Map(
    Object.keys(expected?.headers ?? {}).map((name) => [name.toLowerCase(), name]),
  );
  const isExtra = (name: string, value: string): boolean =>
    expected !== undefined && !names.has(name) && isOfThePlatform(name, value);
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const boundary = boundaryOf(contentType);
  const kept = new Map<string, string>();
  for (const [name, value] of headers) {
    if (isExtra(name.toLowerCase(), value)) continue;
    const shown = names.get(name.toLowerCase()) ?? name;
    const before = kept.get(shown);
    const text = withoutBoundary(value, boundary);
    kept.set(shown, before === undefined ? text : `${before}\n${text}`);
  }
  const body = bodyText(
    boundary === undefined
      ? bytes
      : Buffer.from(withoutBoundary(Buffer.from(bytes).toString("latin1"), boundary), "latin1"),
  );
  return {
    request: `${method} ${url}`,
    ...defined({ headers: kept.size > 0 ? Object.fromEntries(kept) : undefined, body }),
  };
}

function isOfThePlatform(name: string, value: string): boolean {
  return platformHeaders.has(name) || platformValues.get(name) === value;
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\//i.test(contentType)) return undefined;
  const [, quoted, token] = /;\s*boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? token;
}

function withoutBoundary(text: string, boundary: string | undefined): string {
  return boundary === undefined ? text : text.replaceAll(boundary, "BOUNDARY");
}
