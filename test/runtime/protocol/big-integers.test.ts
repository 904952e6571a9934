/** Integers beyond 2^53, from the text of a message to the text of a request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  memoryPair,
  OpenApiServer,
  serveTransport,
  type Api,
  type CallContext,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { jsonCopy } from "../../../runtime/protocol/exact-json.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  errorMessage,
  notificationMessage,
  parseJson,
} from "../../../runtime/protocol/json-rpc.js";
import { ProtocolError } from "../../../runtime/protocol/protocol-error.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { OutgoingRequests } from "../../../runtime/session/outgoing-requests.js";
import { exactInteger } from "../../../runtime/protocol/read-integers.js";
import { keepIntegers } from "../../../runtime/protocol/keep-integers.js";

const int64 = { type: "integer", format: "int64", minimum: 0 };
const put: Operation<Record<string, unknown>, unknown> = {
  id: "put",
  request: {
    method: "POST",
    path: "/items/{id}",
    params: [
      { in: "path", name: "id" },
      { in: "query", name: "ids" },
    ],
    body: { type: "application/json", fields: ["next", "tree", "note", "any"] },
  },
  input: {
    type: "object",
    properties: {
      id: int64,
      ids: { type: "array", items: int64 },
      next: int64,
      tree: { type: "object", properties: { leaf: { type: "array", items: int64 } } },
      note: { type: "string" },
      any: {},
    },
    required: ["id"],
    additionalProperties: false,
  },
  expose: { as: "tool", name: "put" },
};

class Items extends OpenApiServer {
  static override readonly api: Api = {
    name: "items",
    title: "Items",
    version: "1",
    servers: [{ url: "http://items.example" }],
    baseUrlEnv: "ITEMS",
  };

  put(input: Record<string, unknown>, ctx: CallContext): Promise<unknown> {
    return this.call(put, input, ctx);
  }

  protected override expose(mcp: Registrar): void {
    mcp.add(put, (input, ctx) => this.put(input, ctx));
  }
}

/** Changes the arguments as custom code might. */
class Copying extends Items {
  override put(input: Record<string, unknown>, ctx: CallContext): Promise<unknown> {
    return super.put({ ...input, ...(input["note"] === "mine" && { id: 9007199254740995n }) }, ctx);
  }
}

/** Calls the tool with arguments given as JSON text. Returns the request, or the tool's answer. */
async function send(args: string, Server: typeof Items = Items): Promise<string> {
  const sent: string[] = [];
  const server = new Server({
    env: {},
    fetch: (url, init) => {
      sent.push(`${String(url).slice("http://items.example".length)} ${String(init?.body)}`);
      return Promise.resolve(Response.json({ ok: true }));
    },
  });
  const [client, transport] = memoryPair();
  const served = serveTransport(server, transport);
  const answer = new Promise<string>((resolve) => {
    void client.start({
      message: (text) => {
        if (text.includes('"id":2')) resolve(text);
      },
      tooLong() {},
      end() {},
      close() {},
    });
  });
  void client.send(
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
  );
  void client.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  void client.send(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"put","arguments":${args}}}`,
  );
  const text = await answer;
  await client.close();
  await served;
  return sent[0] ?? text;
}

const rows: [args: string, want: string | RegExp][] = [
  ['{"id":5}', "/items/5 undefined"],
  ['{"id":9007199254740993}', "/items/9007199254740993 undefined"],
  ['{"id":9007199254740992}', "/items/9007199254740992 undefined"],
  ['{"id":9223372036854775807}', "/items/9223372036854775807 undefined"],
  ['{"id" : 1, "ids":[9007199254740993,2]}', "/items/1?ids=9007199254740993&ids=2 undefined"],
  ['{"id":1,"next":9007199254740993}', '/items/1 {"next":9007199254740993}'],
  [
    '{"id":1,"tree":{"leaf":[1,9007199254740993]},"note":"9007199254740993 integer:9007199254740993"}',
    '/items/1 {"tree":{"leaf":[1,9007199254740993]},"note":"9007199254740993 integer:9007199254740993"}',
  ],
  ['{"id":1,"any":-123456789012345678901}', '/items/1 {"any":-123456789012345678901}'],
  [
    '{"id":1,"any":{"a":[0.12345678901234567,1e300,12345678901234567890]}}',
    '/items/1 {"any":{"a":[0.12345678901234566,1e+300,12345678901234567890]}}',
  ],
  ['{"id":-9007199254740993}', /"isError":true.*at least 0|at least 0.*"isError":true/],
  ['{"id":"9007199254740993"}', "/items/9007199254740993 undefined"],
  [
    '{"id":"9007199254740993","next":9007199254740993}',
    '/items/9007199254740993 {"next":9007199254740993}',
  ],
  ['{"id":1,"next":"9007199254740993"}', /must be an integer/],
  ['{"id":9007199254740993.5}', /isError":true|lost/],
];

for (const [args, want] of rows) {
  test(`${args} arrives with its digits or not at all`, async () => {
    const sent = await send(args);
    if (typeof want === "string") assert.equal(sent, want);
    else assert.match(sent, want);
  });
}

test("code that copies arguments loses digits, and then nothing is sent", async () => {
  assert.match(await send('{"id":9007199254740993}', Copying), /last digits may be lost/);
  assert.equal(await send('{"id":1,"next":7}', Copying), '/items/1 {"next":7}');
  assert.equal(
    await send('{"id":1,"tree":{"leaf":[9007199254740993]}}', Copying),
    '/items/1 {"tree":{"leaf":[9007199254740993]}}',
  );
  assert.match(await send('{"id":1,"note":"mine"}', Copying), /^\/items\/9007199254740995 /);
});

test("an integer is kept wherever it is in the text", () => {
  for (let before = 0; before < 40; before += 1) {
    const written = `{"note":"${"x".repeat(before)}","id":9007199254740993}`;
    const value = keepIntegers(written, JSON.parse(written)) as Record<string, unknown>;
    assert.equal(exactInteger(value, "id"), 9007199254740993n, written);
  }
});

test("a text that looks like the place of an integer, however it is escaped, stays a text", () => {
  for (const escaped of ["\\u0069nteger:5", "\\u0069nteger:x", "\\u0069nteger-"]) {
    const written = `{"id":9007199254740993,"name":"${escaped}"}`;
    const value = keepIntegers(written, JSON.parse(written)) as Record<string, unknown>;
    assert.equal(value["name"], JSON.parse(`"${escaped}"`));
    assert.equal(exactInteger(value, "id"), 9007199254740993n);
  }
});

test("errors, notifications, requests of the server and copies keep the digits of their parts", () => {
  const part = parseJson('{"id":9007199254740993}') as JsonObject;
  const whole = { part, list: [1, part] };
  const written = '{"part":{"id":9007199254740993},"list":[1,{"id":9007199254740993}]}';
  const error = new ProtocolError(-32602, "No.", whole);
  assert.equal(
    errorMessage(1, error),
    `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No.","data":${written}}}`,
  );
  const message = `"method":"x/y","params":${written}}`;
  assert.equal(notificationMessage("x/y", whole), `{"jsonrpc":"2.0",${message}`);
  const sent: string[] = [];
  const send = (text: string): boolean => sent.push(text) > 0;
  const requests = new OutgoingRequests();
  requests.send("x/y", whole, { send }).catch(() => {});
  requests.close(new Error("The test is over."));
  assert.deepEqual(sent, [`{"jsonrpc":"2.0","id":1,${message}`]);
  const copy = jsonCopy(whole) as { readonly part: JsonObject };
  assert.notEqual(copy.part, part);
  assert.equal(exactInteger(copy.part, "id"), 9007199254740993n);
});

test("progress has the token of its request with all digits", () => {
  const sent: string[] = [];
  const request = new IncomingRequest({
    id: 1,
    method: "tools/call",
    params: parseJson('{"_meta":{"progressToken":9007199254740993}}') as JsonObject,
    protocolVersion: "2025-11-25",
    notify: (text) => void sent.push(text),
  });
  request.progress(1);
  assert.match(String(sent), /"progressToken":9007199254740993,/);
});
