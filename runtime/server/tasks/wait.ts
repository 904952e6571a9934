/** Waiting for a task's result at 2025-11-25, while which its questions are asked. */
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { checkAnswer } from "../client-input/check-answer.js";
import { encodeQuestion } from "../client-input/encode-question.js";
import type { TaskRepository } from "./repository.js";
import {
  answeredTask,
  isTerminal,
  timeLeft,
  type TaskAnswer,
  type TaskQuestion,
  type TaskRecord,
} from "./record.js";
import type { TaskRunner } from "./runner.js";
import { withRelatedTask } from "./encoding.js";

/**
 * Waits until a task is over, and asks the client what the task wants to know meanwhile.
 *
 * @returns the task at its end
 * @throws ProtocolError -32602 when the task is gone, -32603 when the server stops; the request's reason when it is
 *   cancelled
 * @see MCP 2025-11-25, Tasks, Result Retrieval; Input Required Status
 */
export function waitForTask(
  { repository, listeners, log }: Pick<TaskRunner, "repository" | "listeners" | "log">,
  request: IncomingRequest,
  id: string,
): Promise<TaskRecord> {
  return new Promise((resolve, reject) => {
    const asking = new AbortController();
    const end = (): void => {
      asking.abort(new DOMException("The task goes on without the answer.", "AbortError"));
      unfollow();
      forget();
      forgetStop?.();
      request.signal.removeEventListener("abort", onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(request.signal.reason as Error);
    };
    const ask = (record: TaskRecord): void => {
      for (const [key, question] of Object.entries(record.questions ?? {})) {
        const place = `${id} ${key}`;
        const underWay = listeners.questions.get(place);
        // When the request that asks goes away, this one takes over.
        if (underWay) void underWay.then(() => askAgain(key));
        else
          void once(place, () =>
            askClient(repository, request, record, key, question, asking.signal),
          );
      }
    };
    const once = (place: string, work: () => Promise<void>): Promise<void> => {
      const done = work()
        .catch((error: unknown) =>
          log.error("A task's question was not asked", error, { task: id }),
        )
        .finally(() => listeners.questions.delete(place));
      listeners.questions.set(place, done);
      return done;
    };
    const askAgain = async (key: string): Promise<void> => {
      if (asking.signal.aborted) return;
      const record = await repository.load(id).catch(() => undefined);
      const open = record?.questions && Object.hasOwn(record.questions, key);
      if (record && open && !asking.signal.aborted) ask(record);
    };
    const unfollow = repository.follow(id, (record) => {
      if (!record) {
        end();
        reject(unknownTask());
      } else if (isTerminal(record)) {
        end();
        resolve(record);
      } else ask(record);
    });
    const forget = listeners.add(id, request);
    const forgetStop = request.stopping?.onStop(() => {
      end();
      reject(new ProtocolError(errorCodes.internalError, "The server is stopping. Ask again."));
    });
    request.signal.addEventListener("abort", onAbort, { once: true });
    if (request.signal.aborted) onAbort();
  });
}

/** The error for a task that there is not, or no more, or not for this client. */
export function unknownTask(): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    "There is no such task. Tasks are forgotten when their time is over.",
  );
}

/** Asks one question and puts the answer where the handler finds it. */
async function askClient(
  repository: TaskRepository,
  request: IncomingRequest,
  record: TaskRecord,
  key: string,
  { method, params }: TaskQuestion,
  signal: AbortSignal,
): Promise<void> {
  const { session, protocolVersion } = request;
  if (!session) return;
  let answer: TaskAnswer;
  try {
    const encoded = encodeQuestion(method, params, protocolVersion);
    const result = await session.outgoing.send(method, withRelatedTask(encoded, record.id), {
      send: (text) => request.send(text) || session.push(text),
      signal,
      timeoutMs: Math.min(Math.max(timeLeft(record), 1), 2 ** 31 - 1),
    });
    answer = { result: checkAnswer(method, params, result) };
  } catch (error) {
    if (signal.aborted) return;
    const { message } = error as Error;
    if (error instanceof ProtocolError) answer = { error: { code: error.code, message } };
    else if (error instanceof ToolError)
      answer = { error: { code: errorCodes.internalError, message } };
    else throw error;
  }
  await repository.change(record.id, (current) =>
    current.questions && Object.hasOwn(current.questions, key)
      ? answeredTask(current, new Map([[key, answer]]))
      : undefined,
  );
}
