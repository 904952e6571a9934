import { nestsTooDeep } from "../../protocol/nesting.js";
import { isObject } from "../../protocol/json.js";

type Fetch = typeof globalThis.fetch;

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;

/** Returns the fetch for authorization servers: with a time limit and a maximum response size. */
export function oauthFetch(
  fetch: Fetch = globalThis.fetch,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout;
    const response = await fetch(url, { ...init, signal });
    const text = tidyGrant(await boundedBody(response));
    const { statusText } = response;
    // Some servers respond 201 Created.
    const status = response.ok ? 200 : response.status;
    const headers = new Headers(response.headers);
    // The body is already decoded.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(status === 304 ? null : text, { status, statusText, headers });
  };
}

async function boundedBody(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new Error(`the answer has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Relaxes a token response for the strict library, as other clients do: drops null members and adds a missing
 * `token_type`. Drops ID tokens, whose verification would serve no purpose here.
 */
function tidyGrant(text: string): string {
  if (!text.includes("access_token") || nestsTooDeep(text)) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(value)) return text;
  const kept = Object.entries(value).filter(([name, each]) => name !== "id_token" && each !== null);
  return JSON.stringify({ token_type: "Bearer", ...Object.fromEntries(kept) });
}
