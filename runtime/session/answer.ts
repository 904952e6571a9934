import { isObject, member } from "../protocol/json.js";
import { errorMessage, resultHead, type RequestId } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { Lazy } from "../protocol/lazy.js";
import { andThen, isPromiseLike, type MaybePromise } from "../protocol/maybe-promise.js";
import type { IncomingRequest } from "./incoming-request.js";
import { requestLogFacts } from "./request-log-facts.js";
import type { LongResult, Result } from "./result.js";
import type { Service } from "./service.js";

/** A JSON-RPC response, encoded for the wire. */
export interface Reply {
  readonly text: string;
  /** The same response in parts, as text or UTF-8, if it is long. */
  readonly parts?: readonly (string | Uint8Array)[];
  /** Present if the response is an error. */
  readonly errorCode?: number;
  /** Present if the caller sends too many requests: how long it should wait, in seconds. */
  readonly retryAfter?: number;
}

/** Errors with codes that not every revision has are rare. */
const legacyErrors = new Lazy(() => import("./legacy-errors.js"));

/** Lets the service handle a request. Never throws. Returns undefined for a cancelled request: it must get no response. */
export function answer(
  service: Service,
  request: IncomingRequest,
): MaybePromise<Reply | undefined> {
  return answerWith(service, request, (reply) => reply);
}

/**
 * Lets the service handle a request, and passes the reply on.
 *
 * @param take must not throw; receives undefined for a cancelled request
 * @returns what `take` returned
 */
export function answerWith<T>(
  service: Service,
  request: IncomingRequest,
  take: (reply: Reply | undefined) => T,
): MaybePromise<T> {
  let result: MaybePromise<Result>;
  try {
    result = service.handle(request);
  } catch (error) {
    return andThen(failed(service, request, error), take);
  }
  if (!isPromiseLike(result)) return take(settle(request, replyOf(request.id, result)));
  return result.then(
    (later) => take(settle(request, replyOf(request.id, later))),
    (error: unknown) => andThen(failed(service, request, error), take),
  );
}

function settle(request: IncomingRequest, reply: Reply): Reply | undefined {
  request.settle();
  return request.aborted ? undefined : reply;
}

function failed(
  service: Service,
  request: IncomingRequest,
  error: unknown,
): MaybePromise<Reply | undefined> {
  return andThen(failure(service, request, error), (reply) => settle(request, reply));
}

function failure(service: Service, request: IncomingRequest, error: unknown): MaybePromise<Reply> {
  if (error instanceof ProtocolError) {
    const { code, data } = error;
    // Handlers may use the code, too, with data of their own.
    if (code === errorCodes.tooManyRequests && isObject(data)) {
      const retryAfter = member(data, "retryAfter");
      if (typeof retryAfter === "number") return { ...refuse(request.id, error), retryAfter };
    }
    const isLegacy =
      code === errorCodes.legacyUrlElicitationRequired ||
      code === errorCodes.legacyResourceNotFound;
    if (!isLegacy) return refuse(request.id, error);
    return legacyErrors.use(async ({ errorFor }) => refuse(request.id, errorFor(request, error)));
  }
  if (!request.aborted) {
    service.log.error(`${request.method} failed`, error, requestLogFacts(request));
  }
  const reason = "The server failed to answer.";
  return refuse(request.id, new ProtocolError(errorCodes.internalError, reason));
}

/** Returns the error response to a request that is not handled. */
export function refuse(id: RequestId | undefined, error: ProtocolError): Reply {
  return { text: errorMessage(id, error), errorCode: error.code };
}

function replyOf(id: RequestId, result: Result): Reply {
  return typeof result === "string"
    ? { text: `${resultHead(id)}${result}}` }
    : new LongReply(id, result);
}

class LongReply implements Reply {
  readonly #head: string;
  readonly #result: LongResult;

  constructor(id: RequestId, result: LongResult) {
    this.#head = resultHead(id);
    this.#result = result;
  }

  get text(): string {
    return `${this.#head}${this.#result.text}}`;
  }

  get parts(): readonly (string | Uint8Array)[] {
    return [this.#head, ...this.#result.closedParts];
  }
}
