import type { ClientMethod } from "../../protocol/client-requests.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, modernRevision } from "../../protocol/revisions.js";
import { recover, whenReady, type Soon } from "../../session/at-once.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../call-context.js";
import { RequestContext } from "../request-context.js";
import { CallMemory } from "./call-memory.js";
import { asAnswered } from "./capabilities.js";
import { encodeQuestion } from "./encode-question.js";
import { isInputRequired } from "./input-required.js";
import { runPushed } from "./pushed-rounds.js";
import { ReplayAsker, type HandlerRun, type OpenQuestion } from "./replay-asker.js";
import type { RequestStateSealer, StateBinding } from "./request-state.js";
import { takenRequests } from "./taken-requests.js";

/** Which request the rounds belong to. */
export type CallBinding = Omit<StateBinding, "subject">;

export interface RoundsOptions {
  readonly sealer: RequestStateSealer;
  /** How often one call may end with questions, or, before 2026-07-28, run again for more; default 16. */
  readonly maxRounds?: number;
  /** Aborted with the request, or before: a time limit. Default the request's own. */
  readonly signal?: AbortSignal;
}

/** How a request ends: with the handler's value, or with a result that asks the client. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "input_required"; readonly result: InputRequiredResult };

/** @see MCP 2026-07-28 InputRequiredResult */
export type InputRequiredResult = {
  readonly inputRequests?: {
    readonly [key: string]: { readonly method: ClientMethod; readonly params: JsonObject };
  };
  readonly requestState?: string;
};

const defaultMaxRounds = 16;

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
  handler: (ctx: CallContext) => Soon<T>,
): Soon<Outcome<Exclude<T, InputRequired>>> {
  const { sealer, maxRounds = defaultMaxRounds, signal } = options;
  if (!isModern(request.protocolVersion)) {
    return whenReady(runPushed(request, { maxRounds, signal }, handler), done);
  }
  const bound = (): StateBinding => ({ ...binding, subject: request.caller?.subject });
  const sealed = member(request.params, "requestState");
  const opened = sealed === undefined ? undefined : sealer.open(sealed, bound());
  const asker = new ReplayAsker(
    request.params,
    opened === undefined ? undefined : new CallMemory(opened as JsonObject),
  );
  const context = new RequestContext(request, asker, signal);
  const outcomeOf = (run: HandlerRun<T>): Outcome<Exclude<T, InputRequired>> => {
    if (run.kind === "asked") {
      const { memory } = asker;
      if (memory.round >= maxRounds) throw tooManyRounds(maxRounds);
      return ask(run.questions, sealer.seal(memory.toNextRound(memory.state), bound()));
    }
    const { value } = run;
    if (!isInputRequired(value)) return done(value as Exclude<T, InputRequired>);
    const questions = takenRequests(value, request);
    const keeps = value.state !== undefined || asker.memory.holdsAnything;
    return ask(
      questions,
      keeps ? sealer.seal(asker.memory.toNextRound(value.state), bound()) : undefined,
    );
  };
  return recover(
    () =>
      whenReady(
        asker.run(() => handler(context)),
        outcomeOf,
      ),
    (error) => {
      throw asAnswered(error, request.protocolVersion);
    },
  );
}

function done<T>(value: T): Outcome<T> {
  return { kind: "done", value };
}

function ask(
  questions: ReadonlyMap<string, OpenQuestion>,
  requestState: string | undefined,
): { readonly kind: "input_required"; readonly result: InputRequiredResult } {
  const inputRequests = Object.fromEntries(
    [...questions].map(([key, { method, params }]) => [
      key,
      { method, params: encodeQuestion(method, params, modernRevision) },
    ]),
  );
  return {
    kind: "input_required",
    result: {
      ...(questions.size > 0 && { inputRequests }),
      ...(requestState !== undefined && { requestState }),
    },
  };
}

function tooManyRounds(maxRounds: number): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The call has asked for input ${maxRounds} times and ends here.`,
  );
}
