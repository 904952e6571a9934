import { jsonCopy, type JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { MaybePromise } from "../../session/maybe-promise.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { RequestContext } from "./request-context.js";
import { isInputRequired } from "./input-required.js";
import type { PushRequester } from "./push-requester.js";
import type { PushedCall } from "./push-run.js";
import type { OpenQuestions } from "./replay-run.js";
import { defaultMaxRounds } from "./rounds.js";
import { takenRequests } from "./accepted-requests.js";

/** Between two runs without a question: the handler waits for something that takes time. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Goes through the rounds of a handler on a client's behalf, for clients that don't know them: asks what the handler's
 * result asks for, and runs it again with the answers.
 *
 * @param first what the handler returned when it ran before
 * @throws what the handler throws; ClientAnswerError when a question gets no answer; ToolError after too many rounds
 */
export async function pushRounds<T>(
  first: InputRequired,
  requester: PushRequester,
  { request, maxRounds = defaultMaxRounds, signal }: PushedCall,
  handler: (ctx: CallContext) => MaybePromise<T>,
): Promise<Exclude<T, InputRequired>> {
  let value: T | InputRequired = first;
  for (let round = 0; isInputRequired(value); round++) {
    if (round === maxRounds) {
      throw new ToolError(`The call has asked for input ${maxRounds} times and ends here.`);
    }
    const questions = takenRequests(value, request);
    if (questions.size === 0) {
      await pause(Math.min(firstPauseMs * 2 ** round, longestPauseMs), signal ?? request.signal);
    }
    // State comes back as it would from a client.
    requester.again(await answersTo(questions, requester), jsonCopy(value.state));
    value = await handler(new RequestContext(request, requester, signal));
  }
  return value as Exclude<T, InputRequired>;
}

/** The client's answers as it gave them; undefined when nothing was asked. */
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
