import { isObject, type JsonObject } from "../../../protocol/json.js";

type Fetch = typeof globalThis.fetch;

const timeoutMs = 30_000;
const maxBytes = 1024 * 1024;

/**
 * How an authorization server is asked: within a time, and without reading more than a token can need. ID tokens are
 * taken out: who the user is does not matter here, so nobody has to check what they say.
 */
export function oauthFetch(
  fetch: Fetch = globalThis.fetch,
): (url: string, init: object) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const text = withoutIdToken(await boundedBody(response));
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // It is decoded by now.
    headers.delete("content-encoding");
    headers.delete("content-length");
    const hasBody = ![101, 204, 205, 304].includes(status);
    return new Response(hasBody ? text : null, { status, statusText, headers });
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

function withoutIdToken(text: string): string {
  if (!text.includes("id_token")) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(value) || typeof value["access_token"] !== "string") return text;
  const { id_token: _, ...rest } = value as JsonObject & { id_token?: unknown };
  return JSON.stringify(rest);
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
