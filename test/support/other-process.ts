import { fork } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { StateOrder } from "./state-process.js";

/** Another process that shares a state in Redis. */
export interface OtherProcess {
  /** What it has heard so far on the channels that it listens to. */
  readonly heard: readonly string[];
  /** Gives an order, one at a time, and waits for the answer. */
  tell(order: StateOrder): Promise<unknown>;
  /** Lets go of everything. @returns its exit code, once it has ended by itself */
  close(): Promise<number | null>;
}

/** Ends with the test at the latest. */
export async function otherProcess(
  t: TestContext,
  url: string,
  prefix: string,
): Promise<OtherProcess> {
  const file = fileURLToPath(new URL("state-process.ts", import.meta.url));
  const child = fork(file, [url, prefix], { execArgv: ["--import", "tsx"] });
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
