import { nestsTooDeep } from "../../protocol/nesting.js";
import { AddressGuard } from "../../contract/address-guard.js";
import { reachFrom, type DocumentReach, type Reach } from "../../contract/addresses.js";
import { defined } from "../../protocol/defined.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { VerifierUnavailable } from "../token-verifier.js";

/** A request to an authorization server. */
export interface JsonRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Where the URL may lead. Default: anywhere, for a URL that the operator configured. */
  readonly reach?: Reach;
}

/** Status of the response, and its JSON object when the status is 200. */
export interface JsonAnswer {
  readonly status: number;
  readonly value?: JsonObject;
  /** Where URLs in the object may lead. */
  readonly reach: DocumentReach;
}

/**
 * Sends a request to an authorization server. Follows no redirect: the URL is trusted, its target is not.
 *
 * @throws VerifierUnavailable when the response is late, too long or not a JSON object. The message contains nothing of
 *   the request's body or headers.
 */
export async function fetchJson(url: URL, request: JsonRequest): Promise<JsonAnswer> {
  const { method = "GET", headers, body, timeoutMs, maxBytes } = request;
  const guard = guardFor(request.reach ?? "any");
  const where = url.origin + url.pathname;
  try {
    const response = await guard.fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...defined({ body }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const reach = reachFrom(guard.classOf(url.hostname));
    if (response.status !== 200) {
      await response.body?.cancel();
      return { status: response.status, reach };
    }
    const text = await boundedText(response, maxBytes);
    if (nestsTooDeep(text)) throw new VerifierUnavailable("the response is nested too deeply");
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) throw new VerifierUnavailable("the response is not a JSON object");
    return { status: 200, value, reach };
  } catch (error) {
    throw new VerifierUnavailable(`${where}: ${reasonOf(error)}`);
  }
}

const guards = new Map<Reach, AddressGuard>();

function guardFor(reach: Reach): AddressGuard {
  let guard = guards.get(reach);
  if (!guard) guards.set(reach, (guard = new AddressGuard(reach)));
  return guard;
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
      throw new VerifierUnavailable(`the response has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (error instanceof VerifierUnavailable) return error.message;
  if (error instanceof SyntaxError) return "the response is not JSON";
  if (!(error instanceof Error)) return "no response";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
