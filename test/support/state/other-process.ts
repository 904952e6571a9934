import { fork } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { StateOrder } from "./state-process.js";
import { runTypeScript } from "../typescript/flags.js";

/** A second process that shares a state in Redis. */
export interface OtherProcess {
  /** Messages received so far on the subscribed channels. */
  readonly heard: readonly string[];
  /** Sends an order and waits for the answer. Only one order may be open. */
  tell(order: StateOrder): Promise<unknown>;
  /** Closes the state and lets the process end. @returns its exit code */
  close(): Promise<number | null>;
}

/** Starts the process, which ends with the test at the latest. */
export async function otherProcess(
  t: TestContext,
  url: string,
  prefix: string,
): Promise<OtherProcess> {
  const file = fileURLToPath(new URL("state-process.ts", import.meta.url));
  const child = fork(file, [url, prefix], { execArgv: [...runTypeScript] });
  t.after(() => child.kill());
  const heard: string[] = [];
  let answered: (answer: unknown) => void = () => {};
  let failed: (error: Error) => void = () => {};
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      answered = resolve;
      failed = reject;
    });
  child.on("message", (message: { heard?: string; answer?: unknown }) => {
    if (message.heard === undefined) answered(message.answer);
    else heard.push(message.heard);
  });
  child.once("exit", (code) => failed(new Error(`The other process ended with ${code}.`)));
  await next();
  return {
    heard,
    async tell(order) {
      const answer = next();
      child.send(order);
      return answer;
    },
    async close() {
      const gone = once(child, "exit");
      child.send({ do: "close" } satisfies StateOrder);
      const [code] = await gone;
      return code;
    },
  };
}
