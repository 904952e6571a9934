import { defined } from "../../protocol/defined.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { VerifierUnavailable } from "../token-verifier.js";

/** How an authorization server is asked. */
export interface Inquiry {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** The answer: its status, and its JSON object when the status is 200. */
export interface Inquired {
  readonly status: number;
  readonly value?: JsonObject;
}

/**
 * Asks an authorization server. Follows no redirect: the URL was trusted, where it leads to was not.
 *
 * @throws VerifierUnavailable when nothing comes in time, it is too long, or no JSON object. The message has nothing of
 *   what was sent.
 */
export async function inquire(url: URL, inquiry: Inquiry): Promise<Inquired> {
  const { method = "GET", headers, body, timeoutMs, maxBytes } = inquiry;
  const where = url.origin + url.pathname;
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...defined({ body }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { status: response.status };
    }
    const value: unknown = JSON.parse(await boundedText(response, maxBytes));
    if (!isObject(value)) throw new VerifierUnavailable("the answer is no JSON object");
    return { status: 200, value };
  } catch (error) {
    throw new VerifierUnavailable(`${where}: ${reasonOf(error)}`);
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new VerifierUnavailable(`the answer has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (error instanceof VerifierUnavailable) return error.message;
  if (error instanceof SyntaxError) return "the answer is no JSON";
  if (!(error instanceof Error)) return "no answer";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
