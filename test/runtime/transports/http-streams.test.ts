/** Streamable HTTP: event streams, requests at once, and clients that leave. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../support/eventually.js";
import { envelope, type Answer } from "../../support/peer.js";
import { ask, basic, call, httpKinds, modern } from "../../support/transports/http.js";

httpKinds((send, zoo) => {
  test("notifications travel on the stream of their own request, then its answer", async () => {
    const stream = async (token: number | string, text: string) => {
      const response = await send({ body: call("progress", {}, { progressToken: token }, text) });
      assert.equal(response.headers.get("content-type"), "text/event-stream");
      assert.equal(response.headers.get("x-accel-buffering"), "no");
      return messagesOf(await response.text());
    };
    const [first, second] = await Promise.all([stream(0, "one"), stream("abc", "two")]);
    for (const [messages, token, id] of [
      [first, 0, "one"],
      [second, "abc", "two"],
    ] as const) {
      const last = messages.pop();
      assert.equal(last?.["id"], id);
      assert.deepEqual(
        messages.map(({ params }) => [params?.["progressToken"], params?.["progress"]]),
        [
          [token, 1],
          [token, 2],
          [token, 3],
        ],
      );
    }
  });

  test("a client that takes no stream gets the answer alone; one that takes only streams gets one", async () => {
    const body = call("progress", {}, { progressToken: 1 });
    const json = await send({ headers: { ...basic, accept: "application/json" }, body });
    assert.equal(json.headers.get("content-type"), "application/json");
    assert.equal(((await json.json()) as Answer).id, 1);

    const events = await send({
      headers: { ...basic, accept: "text/event-stream" },
      body: ask("ping"),
    });
    assert.equal(events.headers.get("content-type"), "text/event-stream");
    assert.deepEqual(messagesOf(await events.text()), [{ jsonrpc: "2.0", id: 1, result: {} }]);
  });

  test("log messages since 2026-07-28 come on request only", async () => {
    const headers = { ...modern, "mcp-method": "tools/call", "mcp-name": "progress" };
    const quiet = await send({ headers, body: call("progress", {}, envelope()) });
    assert.equal(quiet.headers.get("content-type"), "application/json");
    const meta = envelope({ "io.modelcontextprotocol/logLevel": "warning" });
    const loud = messagesOf(
      await (await send({ headers, body: call("progress", {}, meta) })).text(),
    );
    assert.deepEqual(
      loud.map(({ method }) => method),
      ["notifications/message", undefined],
    );
  });

  test("requests with equal ids do not get each other's answers", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const response = await send({ body: call("late", { ms: (index * 7) % 30 }) });
        return (await response.json()) as { result: { content: { text: string }[] } };
      }),
    );
    answers.forEach(({ result }, index) => {
      assert.equal(result.content[0]?.text, `after ${(index * 7) % 30}`);
    });
  });

  test("leaving cancels a call since 2026-07-28, and not before", async () => {
    const headers = { ...modern, "mcp-method": "tools/call", "mcp-name": "wait" };
    for (const [sent, cancels] of [
      [{ headers, body: call("wait", {}, envelope()) }, true],
      [{ headers: basic, body: call("wait") }, false],
    ] as const) {
      zoo.waiting.length = 0;
      const leave = new AbortController();
      const open = send({ ...sent, signal: leave.signal });
      open.catch(() => {});
      await eventually(() => assert.equal(zoo.waiting.length, 1));
      leave.abort();
      if (cancels) await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true));
      else {
        await (await send({ body: ask("ping") })).text();
        assert.equal(zoo.waiting[0]?.aborted, false);
      }
    }
  });
});

interface StreamMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

function messagesOf(stream: string): StreamMessage[] {
  return stream
    .split("\n\n")
    .filter((event) => event.startsWith("event: message\ndata: "))
    .map((event) => JSON.parse(event.slice("event: message\ndata: ".length)) as StreamMessage);
}
