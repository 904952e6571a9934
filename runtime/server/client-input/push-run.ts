import { recover, andThen, type MaybePromise } from "../../session/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { RequestContext } from "./request-context.js";
import { isInputRequired } from "./input-required.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { clientInputCode } from "./lazy-code.js";

/** A call before 2026-07-28. */
export interface PushedCall {
  readonly request: IncomingRequest;
  /** @see RoundsOptions */
  readonly maxRounds: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs a handler for a client that is asked by requests, and goes through its rounds when it asks by its result.
 *
 * @throws what the handler throws, and `pushRounds`
 */
export function runPushed<T>(
  call: PushedCall,
  handler: (ctx: CallContext) => MaybePromise<T>,
): MaybePromise<Exclude<T, InputRequired>> {
  const { request, signal } = call;
  const requester = new LazyPushRequester(request, signal);
  const goOn = (wanted: InputRequired): Promise<Exclude<T, InputRequired>> =>
    clientInputCode.use((code) => code.pushRounds(wanted, requester.made(code), call, handler));
  const value = recover(
    () =>
      andThen(handler(new RequestContext(request, requester, signal)), (first) =>
        isInputRequired(first) ? goOn(first) : (first as Exclude<T, InputRequired>),
      ),
    (error) =>
      andThen(requester.close(), () => {
        throw error;
      }),
  );
  return andThen(value, (ready) => andThen(requester.close(), () => ready));
}
