/** Issue 13, number 8: confirmations show all, and an answer counts for its question alone, once. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import {
  elicit,
  inputRequired,
  McpServer,
  memoryState,
  readInput,
  serveTransport,
  type ElicitFormParams,
  type OpenApiServerOptions,
} from "../../runtime/index.js";
import type { Operation } from "../../runtime/contract/operation.js";
import type { JsonObject } from "../../runtime/protocol/json.js";
import { parseExact } from "../../runtime/protocol/keep-integers.js";
import { RequestStateSealer } from "../../runtime/server/client-input/request-state.js";
import { confirmationText } from "../../runtime/server/operations/confirmation-text.js";
import { serverOfFacts } from "../../runtime/server/untyped-api-server.js";
import { wireMemory } from "../support/wire/channels.js";
import type { WireClient, WireMessage, WireOptions } from "../support/wire/client.js";

const target = "https://bank.example/transfers";

function transfer(facts: Partial<Operation> = {}, name = "send"): Operation {
  return {
    id: name,
    request: { method: "POST", path: "/transfers", body: { type: "application/json", fields: [] } },
    input: {
      type: "object",
      properties: { note: {}, receiver: {}, amount: {}, tags: {} },
      required: ["receiver", "amount"],
    },
    confirm: {},
    expose: { as: "tool", name, title: "Send money" },
    ...facts,
  };
}

function question(args: object, facts?: Partial<Operation>): string {
  return confirmationText(transfer(facts), args as JsonObject, target);
}

test("a long argument hides no other: each is cut by itself, with its length", () => {
  const text = question({ note: "x".repeat(12_345), receiver: "Mallory", amount: 1000 });
  assert.equal(
    text,
    `Call Send money (POST https://bank.example/transfers)?\n\nreceiver: "Mallory"\namount: 1000\nnote: "${"x".repeat(300)}"… (12,345 characters)`,
  );
});

test("the order is fixed, required arguments first, whatever order the caller chooses", () => {
  const text = question({ zebra: 1, tags: 2, note: 3, alpha: 4, amount: 5, receiver: 6 });
  const names = text
    .split("\n")
    .slice(2)
    .map((line) => line.split(":")[0]);
  assert.deepEqual(names, ["receiver", "amount", "note", "tags", "alpha", "zebra"]);
});

test("members of a body that is one argument hide no other, either", () => {
  const pad = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`p${at}`, "y".repeat(500)]),
  );
  const body = {
    pad,
    list: Array.from({ length: 500 }, () => pad),
    receiver: "Mallory",
    amount: 7,
  };
  const text = question({ body: { note: "x".repeat(5000), ...body } });
  assert.match(text, /"receiver": "Mallory", "amount": 7\}$/);
  assert.match(text, /"note": "x{100}"… \(5,000 characters\)/);
  assert.match(text, /… 490 more items/);
  assert.ok(text.length < 40_000);
});

test("what is not shown is counted", () => {
  const wide = Object.fromEntries(Array.from({ length: 1234 }, (_, at) => [`m${at}`, at]));
  assert.match(question({ body: wide }), /"m49": 49, … 1,184 more members\}$/);
  assert.match(question({ body: Array(1000).fill(0) }), /\[(?:0, ){10}… 990 more items\]$/);
  let deep: unknown = { receiver: "Mallory" };
  for (let level = 0; level < 50; level++) deep = { deep };
  assert.match(question({ body: deep }), /\{… 1 member\}/);
  assert.match(question({ amount: 10n ** 400n }), /… \(401 digits\)/);
});

test("a call with more arguments than can be shown is refused", () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`m${at}`, at]));
  assert.throws(() => question(many), /101 arguments, .* at most 100\. Nothing was sent\./);
});

const hiders: readonly [string, string][] = [
  ["line feed", "a\nreceiver: Alice"],
  ["carriage return", "a\rreceiver: Alice"],
  ["line separator", "a\u2028receiver: Alice"],
  ["paragraph separator", "a\u2029receiver: Alice"],
  ["next line", "a\u0085receiver: Alice"],
  ["vertical tab", "a\u000breceiver: Alice"],
  ["escape sequence", "\u001b[2Ka"],
  ["right-to-left override", "\u202egro.evil"],
  ["isolate", "\u2066a\u2069"],
  ["zero-width space", "a\u200bb"],
  ["zero-width joiner", "a\u200db"],
  ["byte order mark", "\ufeffa"],
  ["soft hyphen", "a\u00adb"],
  ["tag characters", "a\u{e0041}\u{e007f}"],
  ["variation selector", "a\ufe0f\u{e0100}"],
  ["Hangul filler", "a\u3164"],
  ["no-break space", "a\u00a0b"],
  ["em quad", "a\u2001b"],
  ["braille blank", "a\u2800b"],
  ["lone surrogate", "a\ud800b"],
];

for (const [what, evil] of hiders) {
  test(`a ${what} in a value, a name or the document's own words is shown as an escape`, () => {
    const texts = [
      question({ receiver: evil }),
      question({ [evil]: "x" }),
      question({ receiver: { [evil]: [evil] } }),
      confirmationText(transfer(), {}, `https://bank.example/${evil}`),
    ];
    for (const text of texts) {
      assert.ok(!/[^\x20-\x7e\n…]/.test(text), JSON.stringify(text));
      assert.match(text, /\\u[0-9a-f]{4}|\\[nr]/);
    }
    const own = question({ receiver: "Mallory" }, { confirm: { message: `Fine?${evil}` } });
    assert.ok(!/[^\x20-\x7e\n]/.test(own), JSON.stringify(own));
    assert.equal(own.split("\n").length, 4);
  });
}

test("a value or a name can't imitate another line, or the note of a cut", () => {
  const text = question({
    receiver: '"\namount: 1',
    'note: "x"\namount': 2,
    amount: '9"… (2 characters)',
  });
  assert.deepEqual(text.split("\n").slice(2), [
    'receiver: "\\"\\namount: 1"',
    'amount: "9\\"… (2 characters)"',
    '"note: \\"x\\"\\namount": 2',
  ]);
});

test("method, host and path are shown, also beside a message of the user's own", () => {
  const own = question({ amount: 1 }, { confirm: { message: "Really?" } });
  assert.equal(own, "Really?\n\nPOST https://bank.example/transfers\namount: 1");
});

test("fixed values are shown, and all digits of integers", () => {
  const args = parseExact('{"amount":9007199254740993}') as JsonObject;
  assert.match(
    question(args, { preset: { reason: "asked" } }),
    /amount: 9007199254740993\nreason: "asked"$/,
  );
});

// The states of questions.

const sent: string[] = [];

class Bank extends serverOfFacts(
  {
    name: "bank",
    title: "Bank",
    version: "1",
    servers: [{ url: "https://bank.example" }],
    baseUrlEnv: "BANK_BASE_URL",
  },
  [
    transfer({
      request: {
        method: "POST",
        path: "/transfers",
        body: { type: "application/json", fields: ["receiver", "amount", "note"] },
      },
    }),
  ],
) {}

function bank(options: OpenApiServerOptions = {}): Bank {
  sent.length = 0;
  const fetch = ((_url: string, { body }: { body: string }) => {
    sent.push(body);
    return Promise.resolve(Response.json({ done: true }));
  }) as unknown as typeof globalThis.fetch;
  return new Bank({ fetch, env: {}, ...options });
}

const asking = { elicitation: { form: {} } };
const modern: WireOptions = { revision: "2026-07-28", capabilities: asking };
const accepted = { confirm: { action: "accept", content: {} } };

async function join(t: TestContext, server: Bank | McpServer, options = modern) {
  const client = await wireMemory((transport) => serveTransport(server, transport), options);
  t.after(() => client.close());
  return client;
}

function call(
  client: WireClient,
  more: JsonObject = {},
  args: JsonObject = { receiver: "Bob", amount: 1 },
) {
  return client.request("tools/call", { name: "send", arguments: args, ...more });
}

function stateOf({ result }: WireMessage): string {
  assert.equal(result?.["resultType"], "input_required", JSON.stringify(result));
  return result?.["requestState"] as string;
}

test("2026-07-28: an answer without the state of its question does not count", async (t) => {
  const client = await join(t, bank());
  for (let round = 0; round < 3; round++) {
    stateOf(await call(client, { inputResponses: accepted }));
  }
  assert.deepEqual(sent, []);
});

test("2026-07-28: an answer counts once; its replay is refused", async (t) => {
  const client = await join(t, bank());
  const requestState = stateOf(await call(client));
  const again = { requestState, inputResponses: accepted };
  assert.equal((await call(client, again)).result?.["resultType"], "complete");
  const both = await Promise.all([call(client, again), call(client, again)]);
  for (const { error } of both) assert.equal(error?.code, -32602);
  assert.equal(sent.length, 1);
});

test("2026-07-28: processes that share a store refuse each other's used answers", async (t) => {
  const used = new Set<string>();
  const replays = { first: (key: string) => !used.has(key) && used.add(key) !== undefined };
  const options = { state: { ...memoryState(), replays }, requestStateKeys: ["k".repeat(32)] };
  const [one, other] = [await join(t, bank(options)), await join(t, bank(options))];
  const again = { requestState: stateOf(await call(one)), inputResponses: accepted };
  assert.equal((await call(other, again)).result?.["resultType"], "complete");
  assert.equal((await call(one, again)).error?.code, -32602);
});

test("2026-07-28: two answers at the same time send one request", async (t) => {
  const client = await join(t, bank());
  const requestState = stateOf(await call(client));
  const again = { requestState, inputResponses: accepted };
  const all = await Promise.all(Array.from({ length: 5 }, () => call(client, again)));
  assert.equal(all.filter(({ result }) => result).length, 1);
  assert.equal(sent.length, 1);
});

test("2026-07-28: a state is for its tool, arguments and caller alone", async (t) => {
  const client = await join(t, bank());
  const requestState = stateOf(await call(client));
  const again = { requestState, inputResponses: accepted };
  for (const args of [
    { receiver: "Bob", amount: 2 },
    { receiver: "Bob", amount: "1" },
    { receiver: "bob", amount: 1 },
    { receiver: "Bob\u200b", amount: 1 },
    { receiver: "Bob", amount: 1, note: "" },
  ]) {
    assert.equal((await call(client, again, args)).error?.code, -32602, JSON.stringify(args));
  }
  assert.deepEqual(sent, []);
});

test("the digest of a state holds every value exactly", () => {
  const sealer = new RequestStateSealer();
  const bound = (json: string) => ({
    method: "tools/call",
    name: "send",
    args: parseExact(json) as JsonObject,
    subject: "ann",
  });
  const opens = (one: string, other: string): boolean => {
    try {
      return sealer.open(sealer.seal("state", bound(one)), bound(other)) === "state";
    } catch {
      return false;
    }
  };
  const different: readonly [string, string][] = [
    ['{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['{"a":[{"b":-9007199254740993}]}', '{"a":[{"b":-9007199254740992}]}'],
    ['{"a":123456789012345678901234567890}', '{"a":123456789012345678901234567891}'],
    ['{"a":-0}', '{"a":0}'],
    ['{"a":1e400}', '{"a":null}'],
    ['{"a":1e400}', '{"a":-1e400}'],
    ['{"a":"é"}', '{"a":"e\u0301"}'],
    ['{"a":"\\ud800"}', '{"a":"\\ud801"}'],
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":[]}', '{"a":{}}'],
    ['{"a":null}', "{}"],
    ['{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
    ['{"__proto__":{"a":1}}', "{}"],
    ['{"a":1,"a":2}', '{"a":1}'],
    ['{"a":9007199254740993,"a":9007199254740992}', '{"a":9007199254740993}'],
  ];
  for (const [one, other] of different) assert.ok(!opens(one, other), `${one} ${other}`);
  for (const [one, other] of [
    ['{"a":1,"b":{"c":9007199254740993,"d":2}}', '{"b":{"d":2,"c":9007199254740993},"a":1}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":1.0}', '{"a":1}'],
  ] as const) {
    assert.ok(opens(one, other), `${one} ${other}`);
  }
  assert.throws(() =>
    sealer.open(sealer.seal(1, { ...bound("{}"), session: "s" }), { ...bound("{}"), session: "t" }),
  );
});

test("2026-07-28: an answer to one question is none to another with the same key", async (t) => {
  const server = new McpServer({ name: "s", version: "1" });
  let price = 5;
  const agreed: string[] = [];
  server.tool({ name: "send", description: "Pays." }, async (_input, ctx) => {
    const message = `Pay ${price}?`;
    const requestedSchema = { type: "object", properties: {} } as const;
    const { action } = await ctx.elicit({ message, requestedSchema }, { key: "confirm" });
    agreed.push(`${message} ${action}`);
    return "paid";
  });
  const client = await join(t, server);
  const first = stateOf(await call(client, {}, {}));
  price = 500;
  const second = await call(client, { requestState: first, inputResponses: accepted }, {});
  const requestState = stateOf(second);
  assert.deepEqual(agreed, []);
  await call(client, { requestState, inputResponses: accepted }, {});
  assert.deepEqual(agreed, ["Pay 500? accept"]);
});

const yes: ElicitFormParams = {
  message: "Sure?",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } } },
};

test("2026-07-28: answers to questions that a handler returns count by their state, too, and once", async (t) => {
  const server = new McpServer({ name: "s", version: "1" });
  let paid = 0;
  server.tool({ name: "send", description: "Pays." }, (_input, ctx) => {
    const request = elicit(yes);
    const answer = readInput(request, ctx.inputResponses?.["confirm"]);
    if (answer?.action !== "accept") return inputRequired({ inputRequests: { confirm: request } });
    paid++;
    return "paid";
  });
  const client = await join(t, server);
  const inputResponses = { confirm: { action: "accept", content: { ok: true } } };
  stateOf(await call(client, { inputResponses }, {}));
  assert.equal(paid, 0);
  const requestState = stateOf(await call(client, {}, {}));
  await call(client, { requestState, inputResponses }, {});
  assert.equal((await call(client, { requestState, inputResponses }, {})).error?.code, -32602);
  assert.equal(paid, 1);
});

for (const revision of ["2025-06-18", "2025-11-25"] as const) {
  test(`${revision}: only the answer to the question itself counts, once`, async (t) => {
    const questions: JsonObject[] = [];
    const client = await join(t, bank(), {
      revision,
      capabilities: asking,
      answers: {
        "elicitation/create": (params) => {
          questions.push(params);
          return { action: "decline" };
        },
      },
    });
    // Answers that nobody asked for, before the question and after it.
    const forged = { action: "accept", content: {} };
    const ids = [0, 1, 2, 3, "1", "confirm", null];
    for (const id of ids) client.raw({ jsonrpc: "2.0", id, result: forged });
    const { result } = await call(client);
    for (const id of ids) client.raw({ jsonrpc: "2.0", id, result: forged });
    assert.equal(result?.["isError"], true);
    assert.equal(questions.length, 1);
    const state = { requestState: "made-up", inputResponses: accepted };
    assert.equal((await call(client, state)).result?.["isError"], true);
    assert.equal(questions.length, 2);
    assert.deepEqual(sent, []);
  });
}
