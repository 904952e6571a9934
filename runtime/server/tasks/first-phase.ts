import type { CallToolResult } from "../../protocol/model.js";
import { loadValidator } from "../../schema/validator.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { InputRequired } from "../types/call-context.js";
import type { TaskHandler } from "./handler.js";
import type { TaskRun } from "./run.js";

/** A handler that asks by its result does so before it begins with the work. */
const patienceWithQuestionsMs = 50;

/**
 * Lets a handler run for a moment before its call becomes a task, for it may return questions first.
 *
 * @returns the questions, if there are any, and what the handler's run gives in the end
 * @see SEP-2663, Task Creation
 */
export async function firstPhase(
  handler: TaskHandler,
  run: TaskRun,
): Promise<{
  readonly first: Promise<CallToolResult | InputRequired>;
  readonly questions: InputRequired | undefined;
}> {
  // Checking arguments must not use up the time: the first check of a process loads a library.
  await loadValidator();
  const first = handler.once();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moment = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), patienceWithQuestionsMs);
  });
  const returned = first.then(
    (value) => (isInputRequired(value) ? value : undefined),
    () => undefined,
  );
  try {
    const stopped = run.aborted.catch(() => undefined);
    const questions = await Promise.race([returned, run.asked, stopped, moment]);
    return { first, questions: questions ?? undefined };
  } finally {
    clearTimeout(timer);
  }
}
