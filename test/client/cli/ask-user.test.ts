/** Questions at a terminal, whose keyboard is a stream here. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test, type TestContext } from "node:test";
import type { ElicitResult } from "../../../runtime/protocol/client-requests.js";
import { askUser } from "../../../src/cli/call/ask-user.js";
import { eventually } from "../../support/eventually.js";

interface Terminal {
  ask(message: string, signal?: AbortSignal): Promise<ElicitResult>;
  /** Types a line when the next prompt appears. */
  type(line: string): Promise<void>;
  /** What was printed. */
  shown(): string;
}

function terminal(t: TestContext): Terminal {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  const { stderr } = process;
  const { isTTY } = stderr;
  stderr.isTTY = true;
  t.after(() => (stderr.isTTY = isTTY));
  t.mock.getter(process, "stdin", () => keyboard);
  let shown = "";
  let from = 0;
  t.mock.method(stderr, "write", (text: string) => {
    shown += text;
    return true;
  });
  const { elicitation } = askUser(true);
  assert.ok(typeof elicitation === "function");
  const requestedSchema = {
    type: "object",
    properties: { count: { type: "integer" } },
    required: ["count"],
  } as const;
  return {
    ask: async (message, signal = new AbortController().signal) =>
      elicitation({ mode: "form", message, requestedSchema }, { server: "shop", signal } as never),
    async type(line) {
      await eventually(() => /(?:\[y\/N\] |\]: )$/.test(shown.slice(from)), 2_000);
      from = shown.length;
      keyboard.write(`${line}\n`);
    },
    shown: () => shown,
  };
}

test("questions that come at once are asked one after the other", async (t) => {
  const { ask, type } = terminal(t);
  const answers = Promise.all([ask("First?"), ask("Second?"), ask("Third?")]);
  for (const line of ["y", "1", "n", "y", "3"]) await type(line);
  assert.deepEqual(await answers, [
    { action: "accept", content: { count: 1 } },
    { action: "decline" },
    { action: "accept", content: { count: 3 } },
  ]);
});

test("a question that is withdrawn before its turn is not asked", async (t) => {
  const { ask, type, shown } = terminal(t);
  const withdrawal = new AbortController();
  const first = ask("First?");
  const second = ask("Second?", withdrawal.signal);
  await type("y");
  withdrawal.abort();
  await type("1");
  assert.deepEqual(await first, { action: "accept", content: { count: 1 } });
  assert.deepEqual(await second, { action: "cancel" });
  assert.doesNotMatch(shown(), /Second/);
});
