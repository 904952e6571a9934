/** Requests over HTTP that get no answer: an HTTP response to a request is JSON or an event stream, never 202. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { fetchHandler, McpServer, serveHttp } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";

const revision = "2025-11-25";
const stops: (() => unknown)[] = [];
after(() => Promise.all(stops.map((stop) => stop())));

type Headers = Record<string, string>;

/** A session with a server whose tool `wait` ends with its signal, and counts its open calls. */
interface Waiting {
  readonly open: () => number;
  readonly post: (body: unknown, headers?: Headers) => Promise<Response>;
  readonly send: (method: string) => Promise<Response>;
  readonly close: () => unknown;
}

async function waitingOn(kind: "node:http" | "fetch", version = revision): Promise<Waiting> {
  const server = new McpServer({ name: "s", version: "1" });
  let open = 0;
  server.tool({ name: "wait" }, (_input, { signal }) => {
    open += 1;
    return new Promise((_, reject) =>
      signal.addEventListener("abort", () => {
        open -= 1;
        reject(signal.reason as Error);
      }),
    );
  });
  const http = await serveHttp(server, { port: 0, closeGraceMs: 50 });
  const handler = await fetchHandler(server, { loopback: true });
  const close = () => (kind === "fetch" ? handler.close() : http.close());
  stops.push(() => http.close());
  const ask = (init: RequestInit): Promise<Response> => {
    const request = new Request(http.url, init);
    return kind === "fetch" ? handler(request) : fetch(request);
  };
  const fixed: Headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": version,
  };
  const post: Waiting["post"] = (body, headers) =>
    ask({ method: "POST", headers: { ...fixed, ...headers }, body: JSON.stringify(body) });
  const begun = await post({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    },
  });
  await begun.text();
  fixed["mcp-session-id"] = begun.headers.get("mcp-session-id") ?? "";
  return {
    open: () => open,
    post,
    send: (method) => ask({ method, headers: fixed }),
    close,
  };
}

const call = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "wait" },
});
const cancel = (requestId: number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

async function seen(response: Response) {
  const body = await response.text();
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), body };
}

const emptyStream = { status: 200, type: "text/event-stream", body: "" };

function errorOf(body: string) {
  const message = JSON.parse(body) as { id: unknown; error: { message: string } };
  return [message.id, message.error.message];
}

for (const kind of ["node:http", "fetch"] as const) {
  describe(kind, () => {
    test("a request that its client cancels is answered with an empty event stream", async () => {
      const { open, post } = await waitingOn(kind);
      for (const accept of ["application/json, text/event-stream", "text/event-stream"]) {
        const response = post(call(1), { accept });
        await eventually(() => open() === 1);
        assert.equal((await post(cancel(1))).status, 202);
        assert.deepEqual(await seen(await response), emptyStream);
      }
    });

    test("a cancelled request of a client that takes JSON only is answered with an error", async () => {
      const { open, post } = await waitingOn(kind);
      const response = post(call(1), { accept: "application/json" });
      await eventually(() => open() === 1);
      await post(cancel(1));
      const { status, type, body } = await seen(await response);
      assert.deepEqual([status, type], [200, "application/json"]);
      assert.deepEqual(errorOf(body), [1, "The client cancelled the request."]);
    });

    test("a request whose session ends is answered with an error that says so", async () => {
      const { open, post, send } = await waitingOn(kind);
      const asJson = post(call(1));
      const asEvent = post(call(2), { accept: "text/event-stream" });
      await eventually(() => open() === 2);
      assert.equal((await send("DELETE")).status, 204);
      const json = await seen(await asJson);
      assert.deepEqual([json.status, json.type], [200, "application/json"]);
      assert.deepEqual(errorOf(json.body), [1, "The client ended the session."]);
      const events = await seen(await asEvent);
      assert.deepEqual([events.status, events.type], [200, "text/event-stream"]);
      const [, data = ""] = /^event: message\ndata: (.*)\n\n$/.exec(events.body) ?? [];
      assert.deepEqual(errorOf(data), [2, "The client ended the session."]);
    });

    test("a request that the end of the server interrupts is answered with an error", async () => {
      const { open, post, close } = await waitingOn(kind);
      const response = post(call(1));
      await eventually(() => open() === 1);
      void close();
      assert.deepEqual(errorOf((await seen(await response)).body), [1, "The server is stopping."]);
    });

    test("a batch whose requests are all cancelled has an empty event stream", async () => {
      const { open, post } = await waitingOn(kind, "2025-03-26");
      const response = post([call(1), call(2)]);
      await eventually(() => open() === 2);
      assert.equal((await post([cancel(1), cancel(2)])).status, 202);
      assert.deepEqual(await seen(await response), emptyStream);
    });
  });
}
