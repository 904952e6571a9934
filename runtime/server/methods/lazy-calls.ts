import { Lazy } from "../../protocol/lazy.js";
import { loadValidator } from "../../schema/validator.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";

type CallCode = typeof import("./calls/calls.js");

/** Stateless, so all servers of a process share it. */
export const callCode = new Lazy<CallCode>(() => {
  // Nearly all tools check their arguments. A failure is reported to those that do.
  void loadValidator().catch(() => {});
  return import("./calls/calls.js");
});

/**
 * Answers a request with the code that calls handlers. It is loaded with the first such request, because clients list
 * tools before they call one.
 *
 * @throws what `answer` throws; the request's reason if it is cancelled before
 */
export function useCalls<R>(
  request: IncomingRequest,
  answer: (code: CallCode) => MaybePromise<R>,
): MaybePromise<R> {
  return callCode.useNow((code) => {
    request.throwIfAborted();
    return answer(code);
  });
}
