import type { JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { recover, whenReady, type Soon } from "../../session/at-once.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../call-context.js";
import { RequestContext } from "../request-context.js";
import { isInputRequired } from "./input-required.js";
import { PushAsker } from "./push-asker.js";
import type { OpenQuestion } from "./replay-asker.js";
import { takenRequests } from "./taken-requests.js";

/** Between two runs without a question: the handler waits for something that takes time. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Goes through the rounds of a handler on a client's behalf, for clients that don't know them: asks what the handler's
 * result asks for, and runs it again with the answers.
 *
 * @throws what the handler throws; ClientAnswerError when a question gets no answer; ToolError after too many rounds
 */
export function runPushed<T>(
  request: IncomingRequest,
  { maxRounds, signal }: { readonly maxRounds: number; readonly signal: AbortSignal | undefined },
  handler: (ctx: CallContext) => Soon<T>,
): Soon<Exclude<T, InputRequired>> {
  const asker = new PushAsker(request, signal);
  const run = (round: number): Soon<Exclude<T, InputRequired>> =>
    whenReady(handler(new RequestContext(request, asker, signal)), (value) =>
      isInputRequired(value)
        ? askFor(value, round).then(() => run(round + 1))
        : (value as Exclude<T, InputRequired>),
    );
  const askFor = async (wanted: InputRequired, round: number): Promise<void> => {
    if (round === maxRounds) {
      throw new ToolError(`The call has asked for input ${maxRounds} times and ends here.`);
    }
    const questions = takenRequests(wanted, request);
    if (questions.size === 0) {
      await pause(Math.min(firstPauseMs * 2 ** round, longestPauseMs), signal ?? request.signal);
    }
    asker.again(await answersTo(questions, asker), asJson(wanted.state));
  };
  const value = recover(
    () => run(0),
    (error) => {
      asker.close();
      throw error;
    },
  );
  return whenReady(value, (ready) => {
    asker.close();
    return ready;
  });
}

/** The client's answers as it gave them; undefined when nothing was asked. */
async function answersTo(
  questions: ReadonlyMap<string, OpenQuestion>,
  asker: PushAsker,
): Promise<JsonObject | undefined> {
  if (questions.size === 0) return undefined;
  const answers = await Promise.all(
    [...questions].map(async ([key, { method, params }]) => {
      return [key, await asker.send(method, params)] as const;
    }),
  );
  const byKey = Object.create(null) as Record<string, JsonObject>;
  for (const [key, answer] of answers) byKey[key] = answer;
  return byKey;
}

/** State comes back as it would from a client. */
function asJson(state: unknown): unknown {
  return state === undefined ? undefined : (JSON.parse(JSON.stringify(state)) as unknown);
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
