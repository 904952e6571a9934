/** Integers beyond 2^53 in results: on the wire, each place has their digits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fetchHandler,
  OpenApiServer,
  type Api,
  type CallContext,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { envelope } from "../../support/peer.js";

const big = "9007199254740993";
const order = `{"id":${big},"lines":[12345678901234567890,1]}`;
const orderSchema: Operation["output"] = {
  type: "object",
  properties: { id: { type: "integer" }, lines: { type: "array", items: { type: "integer" } } },
};

interface Case {
  readonly facts?: Partial<Operation>;
  readonly answer: string;
  readonly type?: string;
  readonly status?: number;
  readonly revision?: string;
  /** Changes the value as an override does. */
  readonly override?: (value: unknown) => unknown;
}

/** Calls an operation that the API answers with `answer`. @returns the result as it is on the wire */
async function rawResult({ facts = {}, answer, type, status, revision, override }: Case) {
  const operation = {
    id: "look",
    request: { method: "GET", path: "/look" },
    input: { type: "object" },
    expose: { as: "tool", name: "look" },
    ...facts,
  } as Operation;
  class Shop extends OpenApiServer {
    static override readonly api: Api = {
      name: "shop",
      title: "Shop",
      version: "1",
      servers: [{ url: "http://shop.example" }],
      baseUrlEnv: "SHOP_BASE_URL",
    };

    protected override expose(mcp: Registrar): void {
      mcp.add(operation, async (input, ctx: CallContext) => {
        const value = await this.call(operation, input, ctx);
        return override === undefined ? value : override(value);
      });
    }
  }
  const server = new Shop({
    env: {},
    fetch: async () =>
      new Response(answer, {
        status: status ?? 200,
        headers: { "content-type": type ?? "application/json" },
      }),
  });
  const handler = await fetchHandler(server, { loopback: true, sessions: false });
  const isSearch = operation.expose.as === "searchable";
  const name = isSearch ? "call_operation" : "look";
  const { method = "tools/call", ...params } =
    operation.expose.as === "resource"
      ? { method: "resources/read", uri: "shop://look" }
      : { name, arguments: isSearch ? { name: "look", arguments: {} } : {} };
  const version = revision ?? "2026-07-28";
  const isModern = version === "2026-07-28";
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
    ...(isModern && { "mcp-method": method, "mcp-name": "uri" in params ? params.uri! : name }),
  };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: { ...params, ...(isModern && { _meta: envelope() }) },
  });
  const response = await handler(
    new Request("http://127.0.0.1/mcp", { method: "POST", headers, body }),
  );
  return response.text();
}

const structured = { output: orderSchema };
const rows: [what: string, given: Case, want: string][] = [
  ["an answer", { facts: structured, answer: order }, `"structuredContent":${order}`],
  [
    "an answer for an older client",
    { facts: structured, answer: order, revision: "2025-06-18" },
    `"structuredContent":${order}`,
  ],
  [
    "an error",
    { facts: structured, answer: order, status: 404 },
    `"isError":true,"structuredContent":${order}`,
  ],
  ["an error without a schema", { answer: order, status: 409 }, `"structuredContent":${order}`],
  [
    "a list",
    { facts: { output: { type: "object" }, wrapIn: "result" }, answer: `[${big},{"id":${big}}]` },
    `"structuredContent":{"result":[${big},{"id":${big}}]}`,
  ],
  [
    "a number",
    { facts: { output: { type: "object" }, wrapIn: "result" }, answer: ` -${big}\n` },
    `"structuredContent":{"result":-${big}}`,
  ],
  [
    "the items of a stream of lines",
    {
      facts: { output: { type: "object" }, wrapIn: "result", stream: "items" },
      answer: `{"id":1}\n${order}\n${big}\n`,
      type: "application/x-ndjson",
    },
    `"structuredContent":{"result":[{"id":1},${order},${big}]}`,
  ],
  [
    "the items of an event stream",
    {
      facts: { output: { type: "object" }, wrapIn: "result", stream: "items" },
      answer: `data: ${order}\n\n`,
      type: "text/event-stream",
    },
    `"structuredContent":{"result":[${order}]}`,
  ],
  [
    "a selection",
    { facts: { output: { type: "object" }, select: "{kept: lines, id: id}" }, answer: order },
    `"structuredContent":{"kept":[12345678901234567890,1],"id":${big}}`,
  ],
  [
    "a shortened list",
    { facts: { ...structured, limit: 1 }, answer: order },
    `"structuredContent":{"id":${big},"lines":[12345678901234567890]}`,
  ],
  [
    "what is left of an answer that violates its schema",
    {
      facts: structured,
      answer: `{"lines":["x",9007199254740992,"y",${big}],"id":${big}}`,
    },
    `"structuredContent":{"lines":[9007199254740992,${big}],"id":${big}}`,
  ],
  [
    "an answer with a member named constructor",
    { facts: structured, answer: `{"constructor":1,"id":${big}}` },
    `"structuredContent":{"id":${big}}`,
  ],
  [
    "pages",
    {
      facts: {
        output: { type: "object" },
        paginate: { by: "cursor", arg: "cursor", next: "/next" } as never,
      },
      answer: `{"items":[${order}]}`,
    },
    `"structuredContent":{"items":[${order}]}`,
  ],
  [
    "an operation behind the search tools",
    { facts: { ...structured, expose: { as: "searchable", name: "look" } }, answer: order },
    `"structuredContent":${order}`,
  ],
  [
    "a value that an override changed in place",
    {
      facts: structured,
      answer: `{"secret":1,"id":${big}}`,
      override: (value) => {
        delete (value as { secret?: number }).secret;
        return value;
      },
    },
    `"structuredContent":{"id":${big}}`,
  ],
  [
    "a part that an override returns",
    {
      facts: structured,
      answer: `{"order":${order}}`,
      override: (value) => (value as { order: unknown }).order,
    },
    `"structuredContent":${order}`,
  ],
  [
    "a number that an override replaced",
    {
      facts: structured,
      answer: `{"id":${big}}`,
      override: (value) => Object.assign(value as object, { id: 7 }),
    },
    '"structuredContent":{"id":7}',
  ],
  [
    "a resource",
    {
      facts: { expose: { as: "resource", name: "look", uri: "shop://look" } },
      answer: order,
    },
    `"text":${JSON.stringify(order)}`,
  ],
];

for (const [what, given, want] of rows) {
  test(`${what} keeps its integers`, async () => {
    const raw = await rawResult(given);
    assert.ok(raw.includes(want), raw);
    const neighbours = given.answer.includes("992") ? /0000\b/ : /9007199254740992|0000\b/;
    assert.doesNotMatch(raw, neighbours);
  });
}
