/** Client input before 2026-07-28: the server sends requests while the call waits. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "node:test";
import {
  type ElicitFormParams,
  type SamplingParams,
  ToolError,
  ClientAnswerError,
  elicit,
  inputRequired,
  roots,
  sample,
  type CallContext,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type { LegacyRevision } from "../../../runtime/protocol/revisions.js";
import { LazySealer } from "../../../runtime/server/client-input/lazy-sealer.js";
import { runRounds } from "../../../runtime/server/client-input/rounds.js";
import { RequestContext } from "../../../runtime/server/client-input/request-context.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { Session } from "../../../runtime/session/session.js";

const name: ElicitFormParams = {
  message: "Your name?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  },
};
const greeting: SamplingParams = {
  messages: [{ role: "user", content: { type: "text", text: "Greet!" } }],
  maxTokens: 10,
};
const named = { action: "accept", content: { name: "Ann" } };
const greeted = { role: "assistant", content: { type: "text", text: "Hi" }, model: "m" };

interface Sent {
  readonly id?: string | number;
  readonly method: string;
  readonly params: JsonObject;
}

interface ClientFacts {
  readonly revision?: LegacyRevision;
  readonly capabilities?: JsonObject;
  /** Bodies of the answers, by method; without one the client stays silent. */
  readonly answers?: { readonly [method: string]: (params: JsonObject) => JsonObject };
  /** The stream on which the client listens. */
  readonly listens?: "call" | "session" | "nowhere";
  readonly maxRounds?: number;
}

/** A client with a session and one open call. */
class LegacyCall {
  readonly sent: Sent[] = [];
  readonly session: Session;
  readonly request: IncomingRequest;
  readonly #facts: ClientFacts;

  constructor(facts: ClientFacts) {
    const { revision = "2025-11-25", listens = "call" } = facts;
    this.#facts = facts;
    const clientCapabilities = facts.capabilities ?? {
      elicitation: { form: {}, url: {} },
      sampling: {},
      roots: {},
    };
    this.session = new Session(
      {
        protocolVersion: revision,
        clientCapabilities,
        logLevel: "info",
        initialized: true,
        subscriptions: [],
      },
      {
        push: (text) => {
          if (listens === "session") this.#receive(text);
          return listens === "session";
        },
      },
    );
    this.request = new IncomingRequest({
      id: 1,
      method: "tools/call",
      params: {},
      protocolVersion: revision,
      session: this.session,
      ...(listens === "call" && { notify: (text: string) => this.#receive(text) }),
    });
  }

  async run(handler: (ctx: CallContext) => unknown): Promise<unknown> {
    const outcome = await runRounds(
      this.request,
      { method: "tools/call", name: "t", args: {} },
      { sealer: new LazySealer(), maxRounds: this.#facts.maxRounds ?? 16 },
      handler,
    );
    assert.equal(outcome.kind, "done");
    return (outcome as { value: unknown }).value;
  }

  methods(): string[] {
    return this.sent.map((each) => each.method);
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Sent;
    this.sent.push(message);
    const body = this.#facts.answers?.[message.method]?.(message.params);
    if (body) setImmediate(() => this.session.outgoing.receive(message.id as number, body));
  }
}

const answers = {
  "elicitation/create": () => ({ result: named }),
  "sampling/createMessage": () => ({ result: greeted }),
  "roots/list": () => ({ result: { roots: [{ uri: "file:///home" }] } }),
};

for (const listens of ["call", "session"] as const) {
  test(`a handler waits for its answers, asked on the ${listens}'s stream`, async () => {
    const call = new LegacyCall({ answers, listens });
    let runs = 0;
    const value = await call.run(async (ctx) => {
      runs++;
      const { content } = await ctx.elicit(name);
      const once = await ctx.once("x", () => ({ at: new Date(0) }));
      const [{ model }, folders] = await Promise.all([ctx.sample(greeting), ctx.listRoots()]);
      return { content, once, model, folders };
    });
    assert.deepEqual(value, {
      content: { name: "Ann" },
      once: { at: "1970-01-01T00:00:00.000Z" },
      model: "m",
      folders: [{ uri: "file:///home" }],
    });
    assert.equal(runs, 1);
    assert.deepEqual(call.sent[0]?.params, { mode: "form", ...name });
  });
}

test("a user may decline and cancel", async () => {
  for (const action of ["decline", "cancel"]) {
    const result = { action, content: { name: "Ann" } };
    const call = new LegacyCall({ answers: { "elicitation/create": () => ({ result }) } });
    assert.deepEqual(await call.run((ctx) => ctx.elicit(name)), { action });
  }
});

test("a client's error becomes a failure the model can see", async () => {
  const error = { code: -1, message: "User rejected sampling request" };
  const call = new LegacyCall({ answers: { "sampling/createMessage": () => ({ error }) } });
  await assert.rejects(
    call.run((ctx) => ctx.sample(greeting)),
    (thrown) => {
      assert.ok(thrown instanceof ToolError && thrown instanceof ClientAnswerError);
      assert.equal(thrown.code, -1);
      assert.match(thrown.message, /User rejected/);
      return true;
    },
  );
});

test("an answer that does not fit the question becomes a failure the model can see", async () => {
  const result = { action: "accept", content: { name: 7 } };
  const call = new LegacyCall({ answers: { "elicitation/create": () => ({ result }) } });
  await assert.rejects(
    call.run((ctx) => ctx.elicit(name)),
    (error) => error instanceof ClientAnswerError && /`name` must be a string/.test(error.message),
  );
});

test("a question whose answer takes too long is given up", async () => {
  const call = new LegacyCall({});
  await assert.rejects(
    call.run((ctx) => ctx.elicit(name, { timeoutMs: 10 })),
    (error) => error instanceof ClientAnswerError && /within 10 ms/.test(error.message),
  );
  assert.deepEqual(call.methods(), ["elicitation/create", "notifications/cancelled"]);
});

test("cancelling the call gives its question up", async () => {
  const call = new LegacyCall({});
  const reason = new DOMException("gone", "AbortError");
  const waiting = call.run((ctx) => ctx.elicit(name));
  setImmediate(() => call.request.abort(reason));
  await assert.rejects(waiting, (error) => error === reason);
  assert.equal(call.session.outgoing.receive(1, { result: named }), false);
});

test("a question that the call does not wait for is given up when it ends", async () => {
  const call = new LegacyCall({});
  const value = await call.run(async (ctx) => {
    void ctx.elicit(name);
    await sleep(1);
    return "done";
  });
  assert.equal(value, "done");
  assert.deepEqual(call.methods(), ["elicitation/create", "notifications/cancelled"]);
  assert.deepEqual(call.sent[1]?.params["requestId"], call.sent[0]?.id);
});

test("without a listening client a request fails at once", async () => {
  const call = new LegacyCall({ answers, listens: "nowhere" });
  await assert.rejects(
    call.run((ctx) => ctx.elicit(name)),
    (error) => error instanceof ClientAnswerError && /no open stream/.test(error.message),
  );
});

test("without a session a question fails at once", async () => {
  const request = new IncomingRequest({
    id: 1,
    method: "tools/call",
    params: {},
    protocolVersion: "2025-11-25",
    notify: () => assert.fail("nothing can be sent"),
  });
  // Without a session no client has declared capabilities.
  await assert.rejects(new RequestContext(request).elicit(name), /elicitation\.form/);
});

test("what the client does not take is not asked", async () => {
  const call = new LegacyCall({ answers, capabilities: { elicitation: {} } });
  const page = { mode: "url", message: "Pay", url: "https://example.com" } as const;
  await assert.rejects(
    call.run((ctx) => ctx.elicit(page)),
    (error) => error instanceof ToolError && /elicitation\.url/.test(error.message),
  );
  assert.deepEqual(call.sent, []);
});

test("a visit has an id at 2025-11-25: the handler's own or a new one", async () => {
  const answered = { "elicitation/create": () => ({ result: { action: "accept", content: {} } }) };
  const call = new LegacyCall({ answers: answered });
  const page = { mode: "url", message: "Pay", url: "https://example.com" } as const;
  const value = await call.run(async (ctx) => [
    await ctx.elicit(page),
    await ctx.elicit({ ...page, elicitationId: "mine" }),
  ]);
  assert.deepEqual(value, [{ action: "accept" }, { action: "accept" }]);
  const ids = call.sent.map((each) => each.params["elicitationId"]);
  assert.match(String(ids[0]), /.{16,}/);
  assert.equal(ids[1], "mine");
});

test("requests of 2025-06-18 have its members, and unsupported ones are not sent", async () => {
  const call = new LegacyCall({ answers, revision: "2025-06-18" });
  const value = await call.run((ctx) => ctx.elicit(name));
  assert.deepEqual(value, named);
  assert.equal("mode" in (call.sent[0]?.params ?? {}), false);
  const several: ElicitFormParams = {
    message: "Which?",
    requestedSchema: {
      type: "object",
      properties: { some: { type: "array", items: { type: "string", enum: ["x"] } } },
    },
  };
  await assert.rejects(
    call.run((ctx) => ctx.elicit(several)),
    (error) => error instanceof ToolError && /2025-06-18/.test(error.message),
  );
});

test("two questions of the same name are a mistake here, too", async () => {
  const call = new LegacyCall({ answers });
  const asked = call.run(async (ctx) => [
    await ctx.elicit(name, { key: "a" }),
    await ctx.elicit(name, { key: "a" }),
  ]);
  await assert.rejects(asked, TypeError);
});

test("rounds that a handler goes through itself are gone through for the client", async () => {
  const call = new LegacyCall({ answers, capabilities: { elicitation: {}, roots: {} } });
  const seen: unknown[] = [];
  let done = 0;
  const value = await call.run(async (ctx) => {
    const work = await ctx.once("work", () => ++done);
    seen.push([ctx.requestState, ctx.inputResponses && { ...ctx.inputResponses }]);
    if (ctx.requestState === undefined) {
      return inputRequired({
        inputRequests: { who: elicit(name), where: roots(), text: sample(greeting) },
        state: { round: 1, at: new Date(0) },
      });
    }
    const { round } = ctx.requestState as { round: number };
    return round === 1 ? inputRequired({ state: { round: 2 } }) : { work };
  });
  assert.deepEqual(value, { work: 1 });
  assert.deepEqual(seen, [
    [undefined, undefined],
    [
      { round: 1, at: "1970-01-01T00:00:00.000Z" },
      { who: named, where: { roots: [{ uri: "file:///home" }] } },
    ],
    [{ round: 2 }, undefined],
  ]);
  assert.deepEqual(call.methods().sort(), ["elicitation/create", "roots/list"]);
});

test("each run of a handler names its questions anew", async () => {
  const call = new LegacyCall({ answers });
  const value = await call.run(async (ctx) => {
    const { action } = await ctx.elicit(name, { key: "who" });
    return ctx.inputResponses ? action : inputRequired({ inputRequests: { where: roots() } });
  });
  assert.equal(value, "accept");
});

test("rounds end: with a failure the model can see, or with the call", async () => {
  const ask = () => inputRequired({ inputRequests: { where: roots() } });
  const call = new LegacyCall({ answers, maxRounds: 2 });
  await assert.rejects(call.run(ask), (error) => error instanceof ToolError);
  assert.equal(call.sent.length, 2);
  const polling = new LegacyCall({});
  const waiting = polling.run(() => inputRequired({ state: 1 }));
  setImmediate(() => polling.request.abort(new DOMException("gone", "AbortError")));
  await assert.rejects(waiting, { name: "AbortError" });
});

test("when one of a round's questions fails the others are given up", async () => {
  const error = { code: -1, message: "no" };
  const call = new LegacyCall({ answers: { "roots/list": () => ({ error }) } });
  const ask = () => inputRequired({ inputRequests: { who: elicit(name), where: roots() } });
  await assert.rejects(call.run(ask), ClientAnswerError);
  assert.deepEqual(call.methods(), ["elicitation/create", "roots/list", "notifications/cancelled"]);
});
