/** A client's trace context is passed on to the API without OpenTelemetry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenApiServer, type CallContext, type Operation } from "../../../runtime/index.js";
import { traceContextOf } from "../../../runtime/protocol/trace-context.js";
import { Peer } from "../../support/peer.js";
import { BusyZoo, withApi, ZooServer } from "../../support/servers/zoo-server.js";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const span = "00f067aa0ba902b7";
const traceparent = `00-${trace}-${span}-01`;

test("a client's trace context is accepted if it is well-formed", () => {
  const rows: [what: string, meta: Record<string, unknown>, want: object | undefined][] = [
    ["nothing", {}, undefined],
    ["the first version", { traceparent }, { traceparent }],
    ["an inherited name", Object.create({ traceparent }), undefined],
    ["a number", { traceparent: 1 }, undefined],
    ["no trace id", { traceparent: `00-${"0".repeat(32)}-${span}-01` }, undefined],
    ["no span id", { traceparent: `00-${trace}-${"0".repeat(16)}-01` }, undefined],
    ["capitals", { traceparent: traceparent.toUpperCase() }, undefined],
    ["more than the first version has", { traceparent: `${traceparent}-more` }, undefined],
    ["a line break at the end", { traceparent: `${traceparent}\n` }, undefined],
    ["a version that can't be", { traceparent: `ff${traceparent.slice(2)}` }, undefined],
    ["a later version", { traceparent: `cc${traceparent.slice(2)}` }, { traceparent }],
    ["a later version with more", { traceparent: `cc${traceparent.slice(2)}-x` }, { traceparent }],
    ["a later version, glued", { traceparent: `cc${traceparent.slice(2)}x` }, undefined],
    ["a later version, header", { traceparent: `cc${traceparent.slice(2)}-\r\nx: y` }, undefined],
    ["state alone", { tracestate: "a=1" }, undefined],
    [
      "state",
      { traceparent, tracestate: "a=1, t@v=x y" },
      { traceparent, tracestate: "a=1, t@v=x y" },
    ],
    ["state with a line break", { traceparent, tracestate: "a=1\r\nx: y" }, { traceparent }],
    ["state without a value", { traceparent, tracestate: "a" }, { traceparent }],
    ["state with a key twice", { traceparent, tracestate: "a=1,a=2" }, { traceparent }],
    [
      "state that is too long",
      { traceparent, tracestate: `a=${"x".repeat(600)}` },
      { traceparent },
    ],
    ["state beyond ASCII", { traceparent, tracestate: "a=é" }, { traceparent }],
  ];
  for (const [what, meta, want] of rows) assert.deepEqual(traceContextOf(meta), want, what);
});

for (const era of ["2025-11-25", "2026-07-28"] as const) {
  test(`${era}: the client's trace goes on to the API, and nothing else of its _meta`, async () => {
    const sent: Headers[] = [];
    const { options } = withApi((request) => {
      sent.push(request.headers);
      return Response.json({ id: 1 });
    });
    const peer = await Peer.connect(new BusyZoo(options), era);
    const secrets = { baggage: "user=ann", authorization: "Bearer client-token", cookie: "a=1" };
    await peer.call("getAnimal", { id: 1 }, { traceparent, tracestate: "vendor=1", ...secrets });
    await peer.call("getAnimal", { id: 1 });
    await peer.malformed("tools/call", {
      name: "getAnimal",
      arguments: { id: 1 },
      _meta: { traceparent: `${traceparent}\r\nx-evil: 1`, tracestate: "vendor=1" },
    });
    const [traced, untraced, malformed] = sent.map((headers) => Object.fromEntries(headers));
    assert.deepEqual(traced, { ...untraced, traceparent, tracestate: "vendor=1" });
    assert.deepEqual(malformed, untraced);
    await peer.close();
  });
}

test("a trace that the operation's own parameters or fixed headers name is kept whole", async () => {
  const own = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
  const operation: Operation<{ traceparent?: string }, unknown> = {
    id: "traced",
    request: { method: "GET", path: "/", params: [{ in: "header", name: "traceparent" }] },
    input: { type: "object", properties: { traceparent: { type: "string" } } },
    expose: { as: "tool", name: "traced" },
  };
  class Traced extends OpenApiServer {
    static override readonly api = ZooServer.api;
    protected override expose(mcp: Parameters<ZooServer["expose"]>[0]): void {
      mcp.add(operation, (input, ctx: CallContext) => this.call(operation, input, ctx));
    }
  }
  const sent: Headers[] = [];
  const { options } = withApi((request) => {
    sent.push(request.headers);
    return Response.json({});
  });
  const meta = { traceparent, tracestate: "vendor=1" };
  for (const [more, args] of [
    [{}, { traceparent: own }],
    [{ headers: { TraceParent: own } }, {}],
  ] as const) {
    const peer = await Peer.connect(new Traced({ ...options, ...more }), "2026-07-28");
    await peer.call("traced", args, meta);
    await peer.close();
  }
  assert.equal(sent.length, 2);
  for (const headers of sent) {
    assert.equal(headers.get("traceparent"), own);
    assert.equal(headers.get("tracestate"), null);
  }
});
