import { defined } from "../../protocol/defined.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { modernRevision } from "../../protocol/revisions.js";
import type { InputRequired } from "../types/call-context.js";
import { CallMemory } from "./call-memory.js";
import { encodeQuestion } from "./encode-question.js";
import { isInputRequired } from "./input-required.js";
import { ReplayRequester } from "./replay-requester.js";
import type { OpenQuestions, ReplayedCall } from "./replay-run.js";
import { RequestStateSealer, type StateBinding } from "./request-state.js";
import { defaultMaxRounds, type ClientInputOutcome } from "./rounds.js";
import { takenRequests } from "./accepted-requests.js";

/**
 * An asker that goes on with what a call brings.
 *
 * @param end takes the questions that end the run
 * @throws ProtocolError -32602 for a `requestState` that is not valid
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
 * Ends a call with a result that asks.
 *
 * @param wanted what the handler waits for, or its own result
 * @throws ProtocolError -32602 after too many rounds; ClientCapabilityError when the client takes none of the questions
 */
export function endWithQuestions(
  call: ReplayedCall,
  { memory }: ReplayRequester,
  wanted: OpenQuestions | InputRequired,
): ClientInputOutcome {
  if (isInputRequired(wanted)) {
    const questions = takenRequests(wanted, call.request);
    const keeps = wanted.state !== undefined || memory.holdsAnything;
    return asking(questions, keeps ? sealed(call, memory, wanted.state) : undefined);
  }
  const { maxRounds = defaultMaxRounds } = call.options;
  if (memory.round >= maxRounds) throw tooManyRounds(maxRounds);
  return asking(wanted as OpenQuestions, sealed(call, memory, memory.state));
}

function sealed(call: ReplayedCall, memory: CallMemory, state: unknown): string {
  return sealerOf(call).seal(memory.toNextRound(state), bindingOf(call));
}

function sealerOf({ options }: ReplayedCall): RequestStateSealer {
  return options.sealer.made(RequestStateSealer);
}

function bindingOf({ request, binding }: ReplayedCall): StateBinding {
  return { ...binding, subject: request.caller?.subject };
}

function asking(questions: OpenQuestions, requestState: string | undefined): ClientInputOutcome {
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
