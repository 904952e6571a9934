import { defined } from "../../runtime/protocol/defined.js";
import { AddressRefused, type AddressGuard } from "../../runtime/contract/address-guard.js";
import { reachFrom, type Reach } from "../../runtime/contract/addresses.js";
import { networkErrorText } from "../../runtime/contract/network-errors.js";
import {
  decode,
  type GuardedReadResult,
  type ReadResult,
  tooLarge,
  unreadable,
} from "./read-bytes.js";
import type { Validated, ValidatedDocuments } from "./input-read.js";
import type { Refusal } from "./source.js";

export interface FetchOptions {
  /** Returns the guard of a request that may go so far. */
  readonly guardFor: (reach: Reach) => AddressGuard;
  /** Where the URL may lead; each answer narrows it to where its address may lead. */
  readonly reach: Reach;
  /** For one document, with all redirects, headers and body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Sent to `origin` only. */
  readonly credentials?: { readonly origin: string; readonly authorization: string };
  /** Redirects may lead anywhere. */
  readonly allowInternal: boolean;
  /** Documents that were fetched before: their servers are asked only whether there are newer ones. */
  readonly validated?: ValidatedDocuments;
  /** Called before each redirect; a returned refusal stops the fetch. */
  readonly refuse: (url: string) => Refusal | undefined;
}

const maxRedirects = 10;

const accept =
  "application/openapi+yaml, application/openapi+json, application/json, application/yaml, text/yaml, */*;q=0.1";

/**
 * Fetches a document over http(s) and follows the redirects that are allowed.
 *
 * @returns its text and the URL after redirects; or what went wrong, without any of the response's content
 */
export async function fetchText(url: string, options: FetchOptions): Promise<GuardedReadResult> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let current = url;
  let { reach } = options;
  try {
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const known = options.validated?.get(current);
      const headers: Record<string, string> = { accept, ...conditions(known) };
      if (options.credentials?.origin === new URL(current).origin) {
        headers["authorization"] = options.credentials.authorization;
      }
      const guard = options.guardFor(reach);
      const response = await guard.fetch(current, { headers, redirect: "manual", signal });
      const { hostname } = new URL(current);
      const from = options.allowInternal ? "any" : reachFrom(guard.classOf(hostname));
      reach = from;
      const next = redirectOf(response, current);
      if (next === undefined) {
        if (response.status === 304 && known) {
          await response.body?.cancel();
          return { kind: "text", text: known.text, bytes: known.bytes, url: current, reach: from };
        }
        if (!response.ok) {
          await response.body?.cancel();
          return unreadable(`answers with HTTP status ${response.status}`);
        }
        const read = await readBody(response, options.maxBytes);
        if (read.kind !== "text") return read;
        options.validated?.set(current, validatedBy(response, read));
        return { ...read, url: current, reach: from };
      }
      await response.body?.cancel();
      if (!/^https?:/.test(next)) return unreadable("redirects to a URL that is not http(s)");
      const refusal = options.refuse(next);
      if (refusal) {
        const message = `redirects elsewhere, which ${refusal.message}`;
        return { kind: "refused", refusal: { ...refusal, message } };
      }
      current = next;
    }
    return unreadable(`redirects more than ${maxRedirects} times`);
  } catch (error) {
    return unreadable(explainFetchError(error, options.timeoutMs));
  }
}

/**
 * Returns the headers that ask for a document only if it is newer than the known one.
 *
 * @see RFC 9110, 13.1.2 If-None-Match and 13.1.3 If-Modified-Since
 */
function conditions({ etag, lastModified }: Partial<Validated> = {}): Record<string, string> {
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(lastModified !== undefined && { "if-modified-since": lastModified }),
  };
}

function validatedBy(
  { headers }: Response,
  { text, bytes }: ReadResult & { kind: "text" },
): Validated {
  const etag = headers.get("etag") ?? undefined;
  const lastModified = headers.get("last-modified") ?? undefined;
  return { ...defined({ etag, lastModified }), text, bytes };
}

function redirectOf(response: Response, from: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, from)) return undefined;
  const url = new URL(location, from);
  url.username = "";
  url.password = "";
  url.hash = "";
  return url.href;
}

async function readBody(response: Response, maxBytes: number): Promise<ReadResult> {
  if (response.body === null) return decode(new Uint8Array(), maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > maxBytes) return tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks, size), maxBytes);
}

function explainFetchError(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefused) return `is not fetched: ${error.message}`;
  if (error instanceof Error && error.name === "TimeoutError") {
    return `does not answer within ${Math.round(timeoutMs / 1000)} s`;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AddressRefused) return `is not fetched: ${cause.message}`;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : "";
  return typeof code === "string" && /^[A-Z_0-9]+$/.test(code)
    ? `can't be reached: ${networkErrorText(code)}`
    : "can't be reached";
}
