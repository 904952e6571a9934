/** The first requests for client input in a process, which load the code for them. Callers must not notice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { ElicitFormParams } from "../../../runtime/protocol/client-requests.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type { Revision } from "../../../runtime/protocol/revisions.js";
import { LazySealer } from "../../../runtime/server/client-input/lazy-sealer.js";
import { runRounds } from "../../../runtime/server/client-input/rounds.js";
import type {
  ClientInputOutcome,
  Outcome,
} from "../../../runtime/server/client-input/rounds-model.js";
import type { CallContext } from "../../../runtime/server/types/call-context.js";
import { isPromiseLike } from "../../../runtime/protocol/maybe-promise.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { Session } from "../../../runtime/session/session.js";

const clientCapabilities = { elicitation: {}, sampling: {}, roots: {} };
const named = { action: "accept", content: { name: "Ann" } };

function question(message: string): ElicitFormParams {
  return { message, requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
}

interface Seen {
  /** Whether the call ended synchronously. */
  readonly isAtOnce: boolean;
  readonly outcome: Promise<Outcome<unknown>>;
  /** Messages to the client: methods, and `answer` for the call's result. */
  readonly sent: string[];
  readonly shown: unknown[];
  readonly session: Session;
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly message?: string };
}

interface CallFacts {
  readonly params?: JsonObject;
  readonly silent?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls a handler. The client answers every request unless it is silent. */
function call(
  protocolVersion: Revision,
  handler: (ctx: CallContext) => unknown,
  { params = {}, silent = false, signal }: CallFacts = {},
): Seen {
  const sent: string[] = [];
  const shown: unknown[] = [];
  const session = new Session(
    {
      protocolVersion: "2025-11-25",
      clientCapabilities,
      logLevel: "info",
      initialized: true,
      subscriptions: [],
    },
    { push: () => false },
  );
  const isModern = protocolVersion === "2026-07-28";
  const request = new IncomingRequest({
    id: 1,
    method: "tools/call",
    params: { _meta: { progressToken: 1 }, ...params },
    protocolVersion,
    ...(isModern ? { envelope: { protocolVersion, clientCapabilities } } : { session }),
    notify: (text) => {
      const { id, method, params } = JSON.parse(text) as Message;
      sent.push(method);
      if (params.message !== undefined) shown.push(params.message);
      if (id !== undefined && !silent) {
        setImmediate(() => session.outgoing.receive(id, { result: named }));
      }
    },
  });
  const binding = { method: "tools/call", name: "t", args: {} };
  const options = { sealer: new LazySealer(), ...(signal && { signal }) };
  const ended = runRounds(request, binding, options, handler);
  const isAtOnce = !isPromiseLike(ended);
  const outcome = Promise.resolve(ended).finally(() => sent.push("answer"));
  outcome.catch(() => undefined);
  return { isAtOnce, outcome, sent, shown, session };
}

async function valueOf({ outcome }: Seen): Promise<unknown> {
  const ended = await outcome;
  assert.equal(ended.kind, "done");
  return (ended as { value: unknown }).value;
}

function askTwice(ctx: CallContext): Promise<unknown> {
  const asked: { message: string } & ElicitFormParams = question("first");
  const first = ctx.elicit(asked);
  asked.message = "second";
  return Promise.all([first, ctx.elicit(asked)]);
}

const gone = new Error("The client is gone.");
const worked: string[] = [];
const limit = new AbortController();
const tooLate = new Error("It took too long.");

// All calls begin before the code can be loaded.
const first = {
  plain: call("2025-11-25", () => "done"),
  plainModern: call("2026-07-28", () => "done"),
  ordered: call("2025-11-25", async (ctx) => {
    const answer = ctx.elicit(question("first"));
    ctx.progress(1);
    const other = ctx.elicit(question("second"));
    ctx.log("info", "both are asked");
    return [(await answer).action, (await other).action];
  }),
  helped: call("2025-11-25", async (ctx) => {
    const answers = [ctx.elicit({ message: "schema", schema: z.object({ name: z.string() }) })];
    ctx.progress(1);
    const others = [ctx.ask.text("text"), ctx.sendRequest("example.com/own")];
    ctx.log("info", "two are asked");
    const sample = ctx.sample("sample", { result: z.string(), attempts: 1 });
    ctx.log("info", "all are asked");
    await Promise.allSettled([...answers, ...others, sample]);
    return "done";
  }),
  unawaited: call(
    "2025-11-25",
    (ctx) => {
      void ctx.ask.confirm("?");
      ctx.log("info", "asked");
      return "done";
    },
    { silent: true },
  ),
  dropped: call(
    "2025-11-25",
    (ctx) => {
      void ctx.elicit(question("?"));
      return "done";
    },
    { silent: true },
  ),
  failed: call(
    "2025-11-25",
    async (ctx) => {
      void ctx.elicit(question("?"));
      throw new RangeError("no");
    },
    { silent: true },
  ),
  gone: call("2025-11-25", (ctx) => ctx.elicit(question("?"))),
  numbered: call("2026-07-28", (ctx) =>
    Promise.all([
      ctx.elicit(question("first")),
      ctx.once("work", () => worked.push("with questions")),
      Promise.resolve().then(() => ctx.elicit(question("second"))),
    ]),
  ),
  unheard: call("2026-07-28", (ctx) => {
    void ctx.elicit(question("?"));
    void ctx.once("work", () => worked.push("without waiting"));
    return "done";
  }),
  wrong: call("2026-07-28", (ctx) => ctx.elicit({ ...question("?"), message: 1 as never })),
  forged: call("2026-07-28", () => worked.push("forged"), { params: { requestState: "made up" } }),
  reused: call("2025-11-25", askTwice),
  reusedModern: call("2026-07-28", askTwice),
  late: call("2026-07-28", () => worked.push("too late"), {
    params: { inputResponses: {} },
    signal: limit.signal,
  }),
};
first.gone.session.outgoing.close(gone);
limit.abort(tooLate);

test("a call that asks nothing waits for nothing", () => {
  assert.deepEqual([first.plain.isAtOnce, first.plainModern.isAtOnce], [true, true]);
});

test("what a handler says after its first question does not pass it", async () => {
  assert.deepEqual(await valueOf(first.ordered), ["accept", "accept"]);
  assert.deepEqual(first.ordered.sent, [
    "elicitation/create",
    "notifications/progress",
    "elicitation/create",
    "notifications/message",
    "answer",
  ]);
});

test("what it says after a question by a schema or a shorthand does not pass that, either", async () => {
  assert.equal(await valueOf(first.helped), "done");
  assert.deepEqual(first.helped.sent, [
    "elicitation/create",
    "notifications/progress",
    "elicitation/create",
    "example.com/own",
    "notifications/message",
    "sampling/createMessage",
    "notifications/message",
    "answer",
  ]);
  assert.equal(await valueOf(first.unawaited), "done");
  assert.deepEqual(first.unawaited.sent, [
    "elicitation/create",
    "notifications/message",
    "notifications/cancelled",
    "answer",
  ]);
});

test("a first request that the call does not await is sent and cancelled before the answer", async () => {
  assert.equal(await valueOf(first.dropped), "done");
  await assert.rejects(first.failed.outcome, RangeError);
  for (const { sent } of [first.dropped, first.failed]) {
    assert.deepEqual(sent, ["elicitation/create", "notifications/cancelled", "answer"]);
  }
});

test("a client that disconnects meanwhile leaves no handler waiting", async () => {
  await assert.rejects(first.gone.outcome, (error) => error === gone);
  assert.deepEqual(first.gone.sent, ["answer"]);
});

test("first questions are named in the order in which they are asked", async () => {
  const ended = await first.numbered.outcome;
  assert.equal(ended.kind, "input_required");
  const { inputRequests = {} } = (ended as Outcome<unknown> & { kind: "input_required" }).result;
  assert.deepEqual(
    Object.entries(inputRequests).map(([key, { params }]) => [key, params["message"]]),
    [
      ["elicit-1", "first"],
      ["elicit-2", "second"],
    ],
  );
});

test("a question is sent as it was when it was asked", async () => {
  await first.reused.outcome;
  assert.deepEqual(first.reused.shown, ["first", "second"]);
  const { result } = (await first.reusedModern.outcome) as ClientInputOutcome;
  const asked = Object.values(result.inputRequests ?? {}).map(({ params }) => params["message"]);
  assert.deepEqual(asked, ["first", "second"]);
});

test("a call whose time is over before it goes on does not go on", async () => {
  await assert.rejects(first.late.outcome, (error) => error === tooLate);
  assert.ok(!worked.includes("too late"));
});

test("a handler that does not wait for its first question is done, and so is its work", async () => {
  assert.equal(await valueOf(first.unheard), "done");
  // An unhandled rejection would fail this test, and end a server.
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(worked.sort(), ["with questions", "without waiting"]);
});

test("a first question that is malformed and a state that is forged are refused", async () => {
  await assert.rejects(first.wrong.outcome, TypeError);
  await assert.rejects(first.forged.outcome, /`requestState` is not valid/);
});
