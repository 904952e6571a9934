import { createContext, Script, type Context } from "node:vm";

let context: Context | undefined;
const script = new Script("subject()");

/**
 * Runs `work` and stops it when it takes longer than `milliseconds`: regular expressions come from users and the texts
 * they meet from documents, and some pairs take exponential time.
 *
 * @returns What `work` returns, or undefined when it was stopped.
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
