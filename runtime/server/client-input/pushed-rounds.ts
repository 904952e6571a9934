import { jsonCopy } from "../../protocol/exact-json.js";
import type { JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { InputRequired } from "../types/call-context.js";
import { acceptedRequests } from "./client-capabilities.js";
import { isInputRequired } from "./input-required.js";
import type { PushRequester } from "./push-requester.js";
import { defaultMaxRounds, type OpenQuestions, type PushedCall } from "./rounds-model.js";

/** Pause between two rounds without a question: the handler waits for something that takes time. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Goes through the rounds of a handler on behalf of a client that does not know them: asks the questions of its result
 * and runs it again with the answers.
 *
 * @param first what the handler returned on its first run
 * @param run runs the handler again, with a context that uses the requester
 * @throws what the handler throws; ClientAnswerError if a question is not answered; ToolError after too many rounds
 */
export async function pushRounds<T>(
  first: InputRequired,
  requester: PushRequester,
  { request, maxRounds = defaultMaxRounds, signal }: PushedCall,
  run: (requester: PushRequester) => MaybePromise<T>,
): Promise<Exclude<T, InputRequired>> {
  let value: T | InputRequired = first;
  for (let round = 0; isInputRequired(value); round++) {
    if (round === maxRounds) {
      throw new ToolError(`The call has asked for input ${maxRounds} times and ends here.`);
    }
    const questions = acceptedRequests(value, request);
    if (questions.size === 0) {
      await pause(Math.min(firstPauseMs * 2 ** round, longestPauseMs), signal ?? request.signal);
    }
    // The state is copied through JSON because a client would send it back as JSON.
    requester.again(await answersTo(questions, requester), jsonCopy(value.state));
    value = await run(requester);
  }
  return value as Exclude<T, InputRequired>;
}

/** Returns the answers of the client, unchanged; undefined if nothing was asked. */
async function answersTo(
  questions: OpenQuestions,
  requester: PushRequester,
): Promise<JsonObject | undefined> {
  if (questions.size === 0) return undefined;
  const answers = await Promise.all(
    [...questions].map(async ([key, { method, params }]) => {
      return [key, await requester.send(method, params)] as const;
    }),
  );
  const byKey = Object.create(null) as Record<string, JsonObject>;
  for (const [key, answer] of answers) byKey[key] = answer;
  return byKey;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
