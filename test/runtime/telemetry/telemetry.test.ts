/** Spans and metrics of requests, recorded by the OpenTelemetry SDK. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  fetchHandler,
  McpServer,
  serveHttp,
  serveStdio,
  ToolError,
  openTelemetry,
  type Telemetry,
  serveTransport,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { eventually } from "../../support/eventually.js";
import { memoryChannel } from "../../support/wire/channels.js";
import { WireClient } from "../../support/wire/client.js";
import { envelope, Peer } from "../../support/peer.js";
import { metricValues, stopMetrics, takeSpans } from "../../support/otel.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const telemetry = await openTelemetry();

after(() => stopMetrics());

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${spanId}-01`;
const eras = ["2025-11-25", "2026-07-28"] as const;

function makeServer(watchedBy: Telemetry = telemetry): McpServer {
  const server = new McpServer({ name: "watched", version: "1" }, { telemetry: watchedBy });
  const input = { type: "object", properties: { secret: { type: "string" } } };
  server.tool({ name: "work", input }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    trace.getTracer("user").startSpan("inner").end();
    return "hunter2";
  });
  server.tool({ name: "closed" }, () => {
    throw new ToolError("hunter2");
  });
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const answer = await ctx.elicit({
      message: "Sure?",
      requestedSchema: { type: "object", properties: {} },
    });
    return answer.action;
  });
  server.tool({ name: "wait" }, (_input, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  server.prompt({ name: "greet" }, () => "Hello.");
  server.template(
    { name: "book", uriTemplate: "https://shelf.example/{name}{?key}" },
    () => "A book.",
  );
  return server;
}

for (const era of eras) {
  test(`${era}: a call is a span of the caller's trace, and the handler's spans are its children`, async () => {
    const peer = await Peer.connect(makeServer(), era);
    takeSpans();
    await peer.call("work", { secret: "hunter2" }, { traceparent, tracestate: "vendor=1" });
    const [inner, span, ...more] = takeSpans();
    assert.ok(inner && span);
    assert.deepEqual(more, []);
    assert.equal(span.name, "tools/call work");
    assert.equal(span.kind, SpanKind.SERVER);
    assert.equal(span.status.code, SpanStatusCode.UNSET);
    assert.equal(span.spanContext().traceId, traceId);
    assert.equal(span.parentSpanContext?.spanId, spanId);
    assert.equal(span.spanContext().traceState?.get("vendor"), "1");
    const { "jsonrpc.request.id": id, ...attributes } = span.attributes;
    assert.match(String(id), /^\d+$/);
    assert.deepEqual(attributes, {
      "mcp.method.name": "tools/call",
      "mcp.protocol.version": era,
      "gen_ai.tool.name": "work",
      "gen_ai.operation.name": "execute_tool",
    });
    assert.equal(inner.name, "inner");
    assert.equal(inner.parentSpanContext?.spanId, span.spanContext().spanId);
    await peer.close();
  });

  test(`${era}: a malformed trace is ignored, and the call has a trace of its own`, async () => {
    const peer = await Peer.connect(makeServer(), era);
    takeSpans();
    for (const wrong of [
      "00-xyz",
      `00-${"0".repeat(32)}-${spanId}-01`,
      7,
      { a: 1 },
      "x".repeat(9000),
    ]) {
      const answer = await peer.malformed("tools/call", {
        name: "work",
        _meta: { traceparent: wrong },
      });
      assert.ok(answer.result, JSON.stringify(answer.error));
      const span = takeSpans().find((each) => each.name === "tools/call work");
      assert.equal(span?.parentSpanContext, undefined);
      assert.match(span?.spanContext().traceId ?? "", /^[0-9a-f]{32}$/);
    }
    await peer.close();
  });

  test(`${era}: kinds of failures are distinguished, and unknown names are not recorded`, async () => {
    const peer = await Peer.connect(makeServer(), era);
    takeSpans();
    await peer.call("closed");
    await peer.malformed("tools/call", { name: "made-up-name" });
    await peer.malformed("made/up");
    await peer.request("tools/list");
    const seen = takeSpans().map(({ name, status, attributes }) => [
      name,
      status.code === SpanStatusCode.ERROR,
      attributes["error.type"],
      attributes["rpc.response.status_code"],
    ]);
    assert.deepEqual(seen, [
      ["tools/call closed", true, "tool_error", undefined],
      ["tools/call", true, "-32602", "-32602"],
      ["_OTHER", true, "-32601", "-32601"],
      ["tools/list", false, undefined, undefined],
    ]);
    await peer.close();
  });

  test(`${era}: a call that the client gives up ends as cancelled`, async () => {
    const peer = await Peer.connect(makeServer(), era);
    takeSpans();
    void peer.request("tools/call", { name: "wait" }, "w");
    await new Promise((resolve) => setImmediate(resolve));
    peer.notify("notifications/cancelled", { requestId: "w" });
    let spans: ReturnType<typeof takeSpans> = [];
    await eventually(() => (spans = [...spans, ...takeSpans()]).length > 0);
    assert.equal(spans[0]?.attributes["error.type"], "cancelled");
    await peer.close();
  });

  test(`${era}: prompts are named, resources are shown without user, query and fragment`, async () => {
    const peer = await Peer.connect(makeServer(), era);
    takeSpans();
    await peer.request("prompts/get", { name: "greet" });
    await peer.request("resources/read", { uri: "https://shelf.example/a?key=hunter2" });
    await peer.malformed("resources/read", { uri: "https://ann:hunter2@shelf.example/b#hunter2" });
    await peer.malformed("resources/read", { uri: "data:text/plain,hunter2" });
    const spans = takeSpans();
    assert.deepEqual(
      spans.map(({ name, attributes }) => [
        name,
        attributes["gen_ai.prompt.name"],
        attributes["mcp.resource.uri"],
      ]),
      [
        ["prompts/get greet", "greet", undefined],
        ["resources/read", undefined, "https://shelf.example/a"],
        ["resources/read", undefined, "https://shelf.example/b"],
        ["resources/read", undefined, "data:"],
      ],
    );
    await peer.close();
  });
}

test("a retry with answers is a span of its own in the caller's trace", async () => {
  const answers = { "elicitation/create": () => ({ action: "accept", content: {} }) };
  const server = makeServer();
  const channel = memoryChannel((transport) => serveTransport(server, transport));
  const capabilities = { elicitation: {} };
  const client = await WireClient.connect(channel, {
    revision: "2026-07-28",
    capabilities,
    answers,
  });
  takeSpans();
  const params = { name: "ask", arguments: {} };
  const first = await client.request("tools/call", params, { meta: { traceparent } });
  assert.equal(first.result?.["resultType"], "input_required");
  const questions = Object.keys(first.result?.["inputRequests"] as object);
  const inputResponses = Object.fromEntries(
    questions.map((key) => [key, { action: "accept", content: {} }]),
  );
  const { requestState } = first.result as { requestState: string };
  const again: JsonObject = { ...params, inputResponses, requestState };
  const second = await client.request("tools/call", again, { meta: { traceparent } });
  assert.equal(second.error, undefined);
  const spans = takeSpans();
  assert.equal(spans.length, 2);
  for (const span of spans) {
    assert.equal(span.parentSpanContext?.spanId, spanId);
    assert.equal(span.status.code, SpanStatusCode.UNSET);
  }
  await client.close();
});

test("a subscription is a span of the caller's trace, and leaving is no failure", async () => {
  const peer = await Peer.connect(makeServer(), "2026-07-28");
  takeSpans();
  const listen = {
    notifications: { toolsListChanged: true },
    _meta: { traceparent },
  };
  void peer.request("subscriptions/listen", listen, "s");
  await eventually(() => peer.notifications.length > 0);
  const active = await metricValues("mcp.server.active_requests");
  const count = active.find(
    (each) => each.attributes["mcp.method.name"] === "subscriptions/listen",
  );
  assert.equal(count?.value, 1);
  peer.notify("notifications/cancelled", { requestId: "s" });
  let spans: ReturnType<typeof takeSpans> = [];
  await eventually(() => (spans = [...spans, ...takeSpans()]).length > 0);
  assert.equal(spans[0]?.parentSpanContext?.spanId, spanId);
  assert.equal(spans[0]?.status.code, SpanStatusCode.UNSET);
  await peer.close();
});

test("durations are counted by method, name and failure, and by no attribute with many values", async () => {
  const durations = await metricValues("mcp.server.operation.duration");
  const of = (name: string, version: string) =>
    durations.filter(
      ({ attributes }) =>
        attributes["gen_ai.tool.name"] === name && attributes["mcp.protocol.version"] === version,
    );
  for (const era of eras) {
    const [work] = of("work", era);
    const { count, sum, buckets } = (work ?? assert.fail()).value as {
      count: number;
      sum: number;
      buckets: { boundaries: number[] };
    };
    assert.ok(count >= 1 && sum > 0 && sum < 60, "seconds");
    assert.deepEqual(buckets.boundaries.slice(0, 3), [0.01, 0.02, 0.05]);
    assert.equal(of("closed", era)[0]?.attributes["error.type"], "tool_error");
  }
  const text = JSON.stringify(durations);
  assert.doesNotMatch(text, /hunter2|made-up|made\/up|jsonrpc\.request\.id|session|shelf/);
  const active = await metricValues("mcp.server.active_requests");
  assert.deepEqual([...new Set(active.map((each) => each.value))], [0]);
});

for (const era of eras) {
  test(`${era}, HTTP: the span says how the request came and, where there is one, its session`, async (t) => {
    const server = await serveHttp(makeServer(), { port: 0 });
    t.after(() => server.close());
    const post = (body: object, headers: Record<string, string> = {}) =>
      fetch(server.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": era,
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
      });
    let session: string | null = null;
    if (era === "2025-11-25") {
      const params = {
        protocolVersion: era,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      };
      const response = await post({ method: "initialize", params });
      await response.text();
      session = response.headers.get("mcp-session-id");
      assert.ok(session);
    }
    takeSpans();
    const _meta = era === "2026-07-28" ? envelope({ traceparent }) : { traceparent };
    const params = { name: "work", arguments: {}, _meta };
    const named = session === null ? { "mcp-method": "tools/call", "mcp-name": "work" } : undefined;
    const response = await post(
      { method: "tools/call", params },
      { ...named, ...(session !== null && { "mcp-session-id": session }) },
    );
    assert.match(await response.text(), /hunter2/);
    const span = takeSpans().find((each) => each.name === "tools/call work");
    assert.equal(span?.parentSpanContext?.spanId, spanId);
    assert.equal(span.attributes["network.transport"], "tcp");
    assert.equal(span.attributes["network.protocol.name"], "http");
    assert.equal(span.attributes["mcp.session.id"], session ?? undefined);
  });
}

test("over standard input and output the span says that a pipe brought the request", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveStdio(makeServer(), { input, output });
  takeSpans();
  const params = { _meta: envelope() };
  input.end(`${JSON.stringify({ jsonrpc: "2.0", id: "a", method: "tools/list", params })}\n`);
  await served;
  const [span] = takeSpans();
  assert.equal(span?.attributes["network.transport"], "pipe");
  assert.equal(span.attributes["jsonrpc.request.id"], "a");
});

test("the span of the HTTP request is the parent, or is linked where the client names another", async () => {
  const handler = await fetchHandler(makeServer(), { loopback: true });
  const outer = trace.getTracer("http").startSpan("POST /mcp");
  const ask = (meta: Record<string, unknown>) =>
    context.with(trace.setSpan(context.active(), outer), async () => {
      const response = await handler(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            host: "localhost",
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": "tools/list",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/list",
            params: { _meta: envelope(meta) },
          }),
        }),
      );
      assert.equal(response.status, 200, await response.text());
    });
  takeSpans();
  await ask({});
  await ask({ traceparent });
  const [child, linked] = takeSpans();
  assert.equal(child?.parentSpanContext?.spanId, outer.spanContext().spanId);
  assert.deepEqual(child.links, []);
  assert.equal(linked?.parentSpanContext?.spanId, spanId);
  assert.deepEqual(
    linked.links.map((each) => each.context.spanId),
    [outer.spanContext().spanId],
  );
});

test("calls to the API carry the current span, and nothing else that a client sent", async () => {
  const sent: Headers[] = [];
  const { options } = withApi((request) => {
    sent.push(request.headers);
    return Response.json({ id: 1 });
  });
  const meta = {
    traceparent,
    tracestate: "vendor=1",
    baggage: "user=ann",
    authorization: "Bearer client-token",
  };
  for (const watched of [telemetry, await openTelemetry({ upstream: false })]) {
    const peer = await Peer.connect(new BusyZoo({ ...options, telemetry: watched }), "2026-07-28");
    takeSpans();
    await peer.call("getAnimal", { id: 1 }, meta);
    await peer.close();
  }
  const [traced, untraced] = sent;
  assert.match(traced?.get("traceparent") ?? "", new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  assert.notEqual(traced?.get("traceparent"), traceparent, "the span here, not the client's");
  assert.equal(traced?.get("tracestate"), "vendor=1");
  for (const headers of sent) {
    assert.equal(headers.get("baggage"), null);
    assert.equal(headers.get("authorization"), null);
  }
  assert.equal(untraced?.get("traceparent"), null);
});

test("telemetry that fails changes no answer, and the log says so", async () => {
  const logged: string[] = [];
  const fails = (): never => {
    throw new Error("no");
  };
  for (const broken of [
    { request: fails },
    { request: () => ({ run: <T>(work: () => T): T => work(), end: fails }) },
    { request: () => ({ run: <T>(work: () => T): T => work(), end: async () => fails() }) },
  ]) {
    const server = new McpServer(
      { name: "watched", version: "1" },
      { telemetry: broken, logger: (entry) => logged.push(entry.message) },
    );
    server.tool({ name: "work" }, () => "done");
    const peer = await Peer.connect(server, "2026-07-28");
    assert.equal((await peer.call("work")).content[0]?.text, "done");
    await peer.close();
  }
  assert.deepEqual(logged, Array(3).fill("Telemetry failed"));
});
