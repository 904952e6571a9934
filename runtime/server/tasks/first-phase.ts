import type { CallToolResult } from "../../protocol/model.js";
import { loadValidator } from "../../schema/validator.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { InputRequired } from "../types/call-context.js";
import type { TaskHandler } from "./handler.js";
import type { TaskRun } from "./run.js";

/** How long a handler has to return questions, which it does before its work. */
const patienceWithQuestionsMs = 50;

/**
 * Runs a handler for a moment before its call becomes a task, because it may return questions first.
 *
 * @returns the result of the run, and the questions if it returned any in time
 * @see SEP-2663, Task Creation
 */
export async function firstPhase(
  handler: TaskHandler,
  run: TaskRun,
): Promise<{
  readonly first: Promise<CallToolResult | InputRequired>;
  readonly questions: InputRequired | undefined;
}> {
  // Loaded before the time starts, because the first argument check of a process loads a library.
  await loadValidator();
  const first = handler.once();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), patienceWithQuestionsMs);
  });
  const returned = first.then(
    (value) => (isInputRequired(value) ? value : undefined),
    () => undefined,
  );
  try {
    const stopped = run.aborted.catch(() => undefined);
    const questions = await Promise.race([returned, run.asked, stopped, timeout]);
    return { first, questions: questions ?? undefined };
  } finally {
    clearTimeout(timer);
  }
}
