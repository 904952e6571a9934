import type { Context, Script } from "node:vm";

interface Sandbox {
  readonly context: Context;
  readonly script: Script;
}

let sandbox: Sandbox | "none" | undefined;

/** On Cloudflare Workers `node:vm` can't run anything. They stop a request that takes too long themselves. */
function openSandbox(): Sandbox | "none" {
  try {
    const { createContext, Script } = process.getBuiltinModule("node:vm");
    const context = createContext({ subject: () => undefined });
    const script = new Script("subject()");
    script.runInContext(context);
    return { context, script };
  } catch {
    return "none";
  }
}

/**
 * Runs `work` and stops it after `milliseconds`. Needed for expressions from users and texts from documents, because some
 * pairs take exponential time.
 *
 * @returns the value of `work`, or undefined if it was stopped
 */
export function runWithTimeout<T>(milliseconds: number, work: () => T): { value: T } | undefined {
  sandbox ??= openSandbox();
  if (sandbox === "none") return { value: work() };
  const { context, script } = sandbox;
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
