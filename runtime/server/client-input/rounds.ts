import type { ClientMethod } from "../../protocol/client-requests.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { isModern } from "../../protocol/revisions.js";
import { recover, andThen, type MaybePromise } from "../../session/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { asAnswered } from "./client-capability-error.js";
import type { LazySealer } from "./lazy-sealer.js";
import { clientInputCode } from "./lazy-code.js";
import { runPushed } from "./push-run.js";
import { ReplayRun } from "./replay-run.js";
import type { StateBinding } from "./request-state.js";

/** Which request the rounds belong to. */
export type CallBinding = Omit<StateBinding, "subject">;

export interface RoundsOptions {
  readonly sealer: LazySealer;
  /** How often one call may end with questions, or, before 2026-07-28, run again for more; default 16. */
  readonly maxRounds?: number;
  /** Aborted with the request, or before: a time limit. Default the request's own. */
  readonly signal?: AbortSignal;
}

/** How a request ends: with the handler's value, or with a result that asks the client. */
export type Outcome<T> = { readonly kind: "done"; readonly value: T } | ClientInputOutcome;

export interface ClientInputOutcome {
  readonly kind: "input_required";
  readonly result: InputRequiredResult;
}

/** @see MCP 2026-07-28 InputRequiredResult */
export type InputRequiredResult = {
  readonly inputRequests?: {
    readonly [key: string]: { readonly method: ClientMethod; readonly params: JsonObject };
  };
  readonly requestState?: string;
};

export const defaultMaxRounds = 16;

/**
 * Runs a handler that may ask the client, for the requests that may end with questions: `tools/call`, `prompts/get` and
 * `resources/read`. Never ends with `input_required` before 2026-07-28.
 *
 * @throws what the handler throws; ProtocolError -32602 for a `requestState` that is not valid and after too many
 *   rounds, -32021 when the client does not take the questions
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
    return andThen(runPushed({ request, maxRounds, signal }, handler), done);
  }
  const run = new ReplayRun<T>({ request, binding, options });
  return recover(
    () => (isGoneOnWith(request) ? goOn(request, options, run, handler) : run.begin(handler)),
    (error) => {
      throw asAnswered(error, request.protocolVersion);
    },
  );
}

/** True for a call that brings what a result before it asked for. */
function isGoneOnWith({ params }: IncomingRequest): boolean {
  return (
    member(params, "requestState") !== undefined || member(params, "inputResponses") !== undefined
  );
}

function goOn<T>(
  request: IncomingRequest,
  { signal }: RoundsOptions,
  run: ReplayRun<T>,
  handler: (ctx: CallContext) => MaybePromise<T>,
): Promise<Outcome<Exclude<T, InputRequired>>> {
  return clientInputCode.use(async (code) => {
    request.throwIfAborted();
    signal?.throwIfAborted();
    run.recall(code);
    return run.begin(handler);
  });
}

function done<T>(value: T): Outcome<T> {
  return { kind: "done", value };
}
