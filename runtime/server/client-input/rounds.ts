import { member } from "../../protocol/json.js";
import { isModern } from "../../protocol/revisions.js";
import { andThen, isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { isInputRequired } from "./input-required.js";
import { clientInputCode } from "./lazy-code.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { ReplayRun } from "./replay-run.js";
import { RequestContext } from "./request-context.js";
import type { CallBinding, Outcome, PushedCall, RoundsOptions } from "./rounds-model.js";

/**
 * Runs a handler that may ask the client for input, for `tools/call`, `prompts/get` and `resources/read`. Never ends with
 * `input_required` before 2026-07-28.
 *
 * @throws what the handler throws; ProtocolError -32602 for an invalid `requestState` or too many rounds, -32021 if the
 *   client lacks a capability that the questions need
 * @see MCP 2026-07-28, Multi Round-Trip Requests
 */
export function runRounds<T>(
  request: IncomingRequest,
  binding: CallBinding,
  options: RoundsOptions,
  handler: (ctx: CallContext) => MaybePromise<T>,
): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
  if (!isModern(request.protocolVersion)) {
    const { maxRounds, signal } = options;
    return runPushed({ request, maxRounds, signal }, handler);
  }
  const run = new ReplayRun<T>({ request, binding, options });
  return isResumed(request)
    ? clientInputCode.use((code) => code.resume(code, run, handler))
    : run.begin(handler);
}

/**
 * Runs a handler for a client before 2026-07-28, which is asked by requests, and goes through the rounds on its behalf.
 *
 * @throws what the handler and `pushRounds` throw
 */
function runPushed<T>(
  call: PushedCall,
  handler: (ctx: CallContext) => MaybePromise<T>,
): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
  const { request, signal } = call;
  const requester = new LazyPushRequester(request, signal);
  let first: MaybePromise<T>;
  try {
    first = handler(new RequestContext(request, requester, signal));
  } catch (error) {
    return failed(requester, error);
  }
  if (isPromiseLike(first)) {
    return first.then(
      (value) => endPushed(call, requester, handler, value),
      (error: unknown) => failed(requester, error),
    );
  }
  return endPushed(call, requester, handler, first);
}

/** Ends a run with the value of its handler, or goes on with the next round. @throws what `pushRounds` throws */
function endPushed<T>(
  call: PushedCall,
  requester: LazyPushRequester,
  handler: (ctx: CallContext) => MaybePromise<T>,
  first: T,
): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
  if (!isInputRequired(first)) return done(requester, first as Exclude<T, InputRequired>);
  const { request, signal } = call;
  const rounds = clientInputCode.use((code) =>
    code.pushRounds(first, requester.made(code), call, (made) =>
      handler(new RequestContext(request, made, signal)),
    ),
  );
  return rounds.then(
    (value) => done(requester, value),
    (error: unknown) => failed(requester, error),
  );
}

function done<T>(requester: LazyPushRequester, value: T): MaybePromise<Outcome<T>> {
  const closing = requester.close();
  const outcome: Outcome<T> = { kind: "done", value };
  return isPromiseLike(closing) ? closing.then(() => outcome) : outcome;
}

/** @throws the error, after the queued questions */
function failed(requester: LazyPushRequester, error: unknown): MaybePromise<never> {
  return andThen(requester.close(), () => {
    throw error;
  });
}

/** Whether the call carries the state or the answers of an earlier round. */
function isResumed({ params }: IncomingRequest): boolean {
  return (
    member(params, "requestState") !== undefined || member(params, "inputResponses") !== undefined
  );
}
