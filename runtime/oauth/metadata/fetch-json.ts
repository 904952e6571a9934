import { AddressGuard } from "../../contract/address-guard.js";
import { reachFrom, type DocumentReach, type Reach } from "../../contract/addresses.js";
import { defined } from "../../protocol/defined.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { nestsTooDeep } from "../../protocol/nesting.js";
import { OAuthError } from "../oauth-error.js";
import { reasonOf } from "../reason-of.js";

/** A request to an authorization server or a resource. */
export interface JsonRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Decides where the URL may lead. Default: anywhere, for a URL that the operator or the user named. */
  readonly guard?: AddressGuard | undefined;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Status of the response, and its JSON object when the status is 200. */
export interface JsonAnswer {
  readonly status: number;
  readonly value?: JsonObject;
  /** Where URLs in the object may lead. */
  readonly reach: DocumentReach;
}

/** The server answered, but with something else than a JSON object of bounded size. */
export class UnusableAnswer extends OAuthError {}

/**
 * Sends a request to an authorization server or a resource. Follows no redirect: the URL is trusted, its target is not.
 *
 * @throws OAuthError when there is no response in time, or `UnusableAnswer`; the message contains nothing of the request's
 *   body or headers
 * @throws the signal's reason
 */
export async function fetchJson(url: URL, request: JsonRequest): Promise<JsonAnswer> {
  const { method = "GET", headers, body, timeoutMs, maxBytes, signal } = request;
  const guard = request.guard ?? guardFor("any");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await guard.fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      ...defined({ body }),
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const { status } = response;
    const reach = reachFrom(guard.classOf(url.hostname));
    if (status !== 200) {
      await response.body?.cancel();
      return { status, reach };
    }
    return { status, value: jsonObject(await boundedText(response, maxBytes)), reach };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    const Failure = isAnswerFault(error) ? UnusableAnswer : OAuthError;
    throw new Failure(`${url.origin + url.pathname}: ${reasonOf(error)}`);
  }
}

const guards = new Map<Reach, AddressGuard>();

/** Returns the guard of the requests that may go where `reach` says. They share connections. */
export function guardFor(reach: Reach): AddressGuard {
  let guard = guards.get(reach);
  if (!guard) guards.set(reach, (guard = new AddressGuard(reach)));
  return guard;
}

/** Reads a body in UTF-8. @throws UnusableAnswer when it is too long */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let text = "";
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new UnusableAnswer(`the response has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(next.value, { stream: true });
  }
  return text + decoder.decode();
}

/** @throws UnusableAnswer when the text is not a JSON object, or nested too deeply */
function jsonObject(text: string): JsonObject {
  if (nestsTooDeep(text)) throw new UnusableAnswer("the response is nested too deeply");
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new UnusableAnswer("the response is not a JSON object");
  return value;
}

const malformedUtf8 = "ERR_ENCODING_INVALID_ENCODED_DATA";

/** Whether the body is what could not be used: it is malformed UTF-8 or JSON, or breaks a limit. */
function isAnswerFault(error: unknown): boolean {
  const isEncoding = error instanceof TypeError && "code" in error && error.code === malformedUtf8;
  return error instanceof UnusableAnswer || error instanceof SyntaxError || isEncoding;
}
