import { member } from "../../protocol/json.js";
import { isModern } from "../../protocol/revisions.js";
import { isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { isInputRequired } from "./input-required.js";
import { clientInputCode } from "./lazy-code.js";
import { LazyPushRequester } from "./lazy-requester.js";
import { ReplayRun } from "./replay-run.js";
import { RequestContext } from "./request-context.js";
import {
  endWith,
  passOn,
  type CallBinding,
  type Outcome,
  type PushedCall,
  type RoundsOptions,
  type RunEnd,
} from "./rounds-model.js";

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
  return resultOfRounds(request, binding, options, handler, passOn());
}

/** Does the same, and lets `end` make the result of the request: also of what `runRounds` throws. */
export function resultOfRounds<T, R>(
  request: IncomingRequest,
  binding: CallBinding,
  options: RoundsOptions,
  handler: (ctx: CallContext) => MaybePromise<T>,
  end: RunEnd<Exclude<T, InputRequired>, R>,
): MaybePromise<R> {
  if (!isModern(request.protocolVersion)) {
    const { maxRounds, signal } = options;
    return runPushed({ request, maxRounds, signal }, handler, end);
  }
  const run = new ReplayRun<T, R>({ request, binding, options }, end);
  if (!isResumed(request)) return run.begin(handler);
  return clientInputCode
    .use((code) => code.resume(code, run))
    .then(
      () => run.begin(handler),
      (error: unknown) => end.failed(error),
    );
}

/** Runs a handler for a client before 2026-07-28, which is asked by requests, and goes through the rounds on its behalf. */
function runPushed<T, R>(
  call: PushedCall,
  handler: (ctx: CallContext) => MaybePromise<T>,
  end: RunEnd<Exclude<T, InputRequired>, R>,
): MaybePromise<R> {
  const { request, signal } = call;
  const requester = new LazyPushRequester(request, signal);
  let first: MaybePromise<T>;
  try {
    first = handler(new RequestContext(request, requester, signal));
  } catch (error) {
    return failed(requester, error, end);
  }
  if (isPromiseLike(first)) {
    return first.then(
      (value) => endPushed(call, requester, handler, value, end),
      (error: unknown) => failed(requester, error, end),
    );
  }
  return endPushed(call, requester, handler, first, end);
}

/** Ends a run with the value of its handler, or goes on with the next round. `end` gets what `pushRounds` throws. */
function endPushed<T, R>(
  call: PushedCall,
  requester: LazyPushRequester,
  handler: (ctx: CallContext) => MaybePromise<T>,
  first: T,
  end: RunEnd<Exclude<T, InputRequired>, R>,
): MaybePromise<R> {
  if (!isInputRequired(first)) return done(requester, first as Exclude<T, InputRequired>, end);
  const { request, signal } = call;
  const rounds = clientInputCode.use((code) =>
    code.pushRounds(first, requester.made(code), call, (made) =>
      handler(new RequestContext(request, made, signal)),
    ),
  );
  return rounds.then(
    (value) => done(requester, value, end),
    (error: unknown) => failed(requester, error, end),
  );
}

/** Ends a run after the queued questions. */
function done<T, R>(requester: LazyPushRequester, value: T, end: RunEnd<T, R>): MaybePromise<R> {
  const outcome: Outcome<T> = { kind: "done", value };
  const closing = requester.close();
  if (!isPromiseLike(closing)) return end.done(outcome);
  return endWith(
    closing.then(() => outcome),
    end,
  );
}

function failed<R>(
  requester: LazyPushRequester,
  error: unknown,
  end: RunEnd<never, R>,
): MaybePromise<R> {
  const closing = requester.close();
  if (!isPromiseLike(closing)) return end.failed(error);
  return closing.then(
    () => end.failed(error),
    (last: unknown) => end.failed(last),
  );
}

/** Whether the call carries the state or the answers of an earlier round. */
function isResumed({ params }: IncomingRequest): boolean {
  return (
    member(params, "requestState") !== undefined || member(params, "inputResponses") !== undefined
  );
}
