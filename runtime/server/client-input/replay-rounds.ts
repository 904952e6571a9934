import { defined } from "../../protocol/defined.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { modernRevision } from "../../protocol/revisions.js";
import type { InputRequired } from "../types/call-context.js";
import { CallMemory } from "./call-memory.js";
import { acceptedRequests } from "./client-capabilities.js";
import { encodeQuestion } from "./encode-question.js";
import { isInputRequired } from "./input-required.js";
import type { StateBinding, StateSealer } from "./lazy-sealer.js";
import type { ClientInputCode } from "./lazy-code.js";
import { ReplayRequester } from "./replay-requester.js";
import type { ReplayRun } from "./replay-run.js";
import { bindingFor, questionDigest, RequestStateSealer } from "./request-state.js";
import {
  defaultMaxRounds,
  type ClientInputOutcome,
  type OpenQuestions,
  type ReplayedCall,
} from "./rounds-model.js";

/**
 * Makes a requester that resumes with the state and the answers that a call carries.
 *
 * @param end receives the questions that end the run
 * @throws ProtocolError -32602 if `requestState` is not valid
 */
export function replayRequester(
  call: ReplayedCall,
  end: (questions: OpenQuestions) => void,
): ReplayRequester {
  const { request } = call;
  const sealed = member(request.params, "requestState");
  if (sealed === undefined) return new ReplayRequester(request, undefined, end);
  const opened = sealerOf(call).open(sealed, bindingOf(call));
  return new ReplayRequester(request, new CallMemory(opened as JsonObject), end);
}

/**
 * Takes the state and the answers of an earlier round, which a call carries, before its handler runs.
 *
 * @throws ProtocolError -32602 if the state is not valid, or if an earlier call used the user's answers to its questions
 */
export async function resume<T, R>(
  code: ClientInputCode,
  { call, requester }: ReplayRun<T, R>,
): Promise<void> {
  const { request, options } = call;
  request.throwIfAborted();
  options.signal?.throwIfAborted();
  const { hasUserAnswers } = requester.made(code);
  const sealed = member(request.params, "requestState");
  if (hasUserAnswers && typeof sealed === "string") await sealerOf(call).spend(sealed);
}

/**
 * Ends a call with a result that asks for input.
 *
 * @param wanted the questions that the handler waits for, or its `inputRequired` result
 * @throws ProtocolError -32602 after too many rounds; ClientCapabilityError if the client supports none of the questions
 */
export function endWithQuestions(
  call: ReplayedCall,
  { memory }: ReplayRequester,
  wanted: OpenQuestions | InputRequired,
): ClientInputOutcome {
  if (isInputRequired(wanted)) {
    const questions = acceptedRequests(wanted, call.request);
    const asksUser = [...questions.values()].some(({ method }) => method === "elicitation/create");
    const hasState = asksUser || wanted.state !== undefined || memory.holdsAnything;
    remember(memory, questions);
    return outcomeOf(questions, hasState ? sealed(call, memory, wanted.state) : undefined);
  }
  const { maxRounds = defaultMaxRounds } = call.options;
  if (memory.round >= maxRounds) throw tooManyRounds(maxRounds);
  remember(memory, wanted as OpenQuestions);
  return outcomeOf(wanted as OpenQuestions, sealed(call, memory, memory.state));
}

function remember({ asked }: CallMemory, questions: OpenQuestions): void {
  for (const [key, { method, params }] of questions) asked.set(key, questionDigest(method, params));
}

function sealed(call: ReplayedCall, memory: CallMemory, state: unknown): string {
  return sealerOf(call).seal(memory.toNextRound(state), bindingOf(call));
}

function sealerOf({ options }: ReplayedCall): StateSealer {
  return options.sealer.made(RequestStateSealer);
}

function bindingOf({ request, binding }: ReplayedCall): StateBinding {
  return bindingFor(request, binding);
}

function outcomeOf(questions: OpenQuestions, requestState: string | undefined): ClientInputOutcome {
  const inputRequests = Object.fromEntries(
    [...questions].map(([key, { method, params }]) => [
      key,
      { method, params: encodeQuestion(method, params, modernRevision) },
    ]),
  );
  return {
    kind: "input_required",
    result: defined({
      inputRequests: questions.size > 0 ? inputRequests : undefined,
      requestState,
    }),
  };
}

function tooManyRounds(maxRounds: number): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The call has asked for input ${maxRounds} times and ends here.`,
  );
}
