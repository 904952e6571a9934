import { isObject } from "../../../protocol/json.js";

type Fetch = typeof globalThis.fetch;

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;

/** How an authorization server is asked: within a time, and without reading more than a token can need. */
export function oauthFetch(
  fetch: Fetch = globalThis.fetch,
): (url: string, init: object) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = tidyGrant(await boundedBody(response));
    const { statusText } = response;
    // Some answer 201 Created.
    const status = response.ok ? 200 : response.status;
    const headers = new Headers(response.headers);
    // It is decoded by now.
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
 * A token's answer as all clients read it, whatever the strict say: what is null is absent, and a token is one for a
 * header unless it says otherwise. ID tokens are taken out: who the user is does not matter here, so nobody has to check
 * what they say.
 */
function tidyGrant(text: string): string {
  if (!text.includes("access_token")) return text;
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

/** Why something failed, in a few words that hold nothing of what was sent. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs} ms`;
  const { cause } = error;
  if (cause instanceof Response) return `status ${cause.status}`;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string")
    return cause.code;
  return error.message;
}
