import { createContext, Script, type Context } from "node:vm";

let context: Context | undefined;
const script = new Script("subject()");

/**
 * Runs `work` and stops it after `milliseconds`. Needed for expressions from users and texts from documents, because some
 * pairs take exponential time.
 *
 * @returns the value of `work`, or undefined if it was stopped
 */
export function runWithTimeout<T>(milliseconds: number, work: () => T): { value: T } | undefined {
  context ??= createContext(Object.create(null) as Context);
  context["subject"] = work;
  try {
    return { value: script.runInContext(context, { timeout: milliseconds }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    delete context["subject"];
  }
}
