import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import {
  connectSse,
  McpAnswerError,
  McpAuthorizationError,
  McpClientError,
  McpConnectionError,
  McpHandshakeError,
  McpServer,
  sseHandler,
  type HttpClientOptions,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";
import { listen, stop } from "../../support/loopback.js";
import { textOf } from "../../support/text-of.js";
import {
  beginStream,
  event,
  said,
  serveByHand,
  type Answer,
  type HandMade,
} from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

async function ourServer(): Promise<string> {
  const server = new McpServer({ name: "ours", version: "1.0.0" });
  server.tool({ name: "greet" }, () => "hello");
  server.tool({ name: "wait" }, (_input, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  const handler = await sseHandler(server);
  const http = createServer(handler);
  const port = await listen(http);
  cleanUp.push(async () => {
    await stop(http);
  });
  return `http://127.0.0.1:${port}/sse`;
}

// parity J: McpServer.http: HTTP+SSE
test("our server is called over HTTP+SSE", async () => {
  const url = await ourServer();
  await leavesNothing(async () => {
    await using client = await connectSse(url);
    assert.equal(client.transport, "sse");
    assert.equal(client.serverInfo?.name, "ours");
    const results = await Promise.all([1, 2, 3].map(() => client.callTool("greet")));
    assert.deepEqual(results.map(textOf), ["hello", "hello", "hello"]);
    const abort = new AbortController();
    const call = client.callTool("wait", {}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 50);
    await assert.rejects(call, /enough/);
    await client.ping();
  });
});

/** Serves HTTP+SSE. @param post answers what is posted, and gets a function that sends on the stream */
function serveSse(
  post: (request: Parameters<Answer>[0], send: (text: string) => void) => number,
  endpoint = "/messages?session=1",
): Promise<HandMade> {
  let send = (_text: string): void => undefined;
  return serveByHand((request, response) => {
    const { method, message } = request;
    if (method === "GET") {
      beginStream(response);
      send = (text) => (text === "" ? response.destroy() : response.write(text));
      return send(`event: endpoint\ndata: ${endpoint}\n\n`);
    }
    if (message.method === "initialize") {
      const result = {
        protocolVersion: "2024-11-05",
        capabilities: {},
        serverInfo: { name: "by hand", version: "1" },
      };
      send(event({ id: message.id, result }));
    }
    if (message.method === "tools/list") send(event({ id: message.id, result: { tools: [] } }));
    const status = message.method === "tools/call" ? post(request, send) : 202;
    return response.writeHead(status, { "content-type": "text/plain" }).end("Accepted");
  });
}

async function failure(server: HandMade, options?: HttpClientOptions): Promise<McpClientError> {
  await using client = await connectSse(server.url, options);
  const [result] = await Promise.allSettled([client.callTool("x")]);
  assert.ok(result.status === "rejected" && result.reason instanceof McpClientError);
  return result.reason;
}

describe("over HTTP+SSE", () => {
  test("messages are posted to the endpoint that the server names, with the user's headers", async () => {
    await using server = await serveSse(({ message }, send) => {
      send(event({ id: message.id, result: said("posted") }));
      return 202;
    });
    await using client = await connectSse(server.url, { headers: { "x-key": "k" } });
    assert.equal(textOf(await client.callTool("x")), "posted");
    assert.ok(server.received.every(({ headers }) => headers["x-key"] === "k"));
    const posts = server.received.filter(({ method }) => method === "POST");
    assert.ok(posts.every(({ path }) => path === "/messages?session=1"));
  });

  test("an endpoint on another origin is refused, and gets nothing", async () => {
    await using other = await serveByHand((_request, response) => response.end());
    for (const endpoint of [
      other.url,
      "//evil.example/mcp",
      "http://user@127.0.0.1/",
      "http://[",
    ]) {
      await using server = await serveSse(() => 202, endpoint);
      await leavesNothing(async () => {
        await assert.rejects(connectSse(server.url), (error) => {
          assert.ok(error instanceof McpHandshakeError);
          assert.match(error.message, /not on its own origin/);
          return true;
        });
      });
    }
    assert.equal(other.received.length, 0);
  });

  test("a stream that breaks closes the client, and open requests fail", async () => {
    await leavesNothing(async () => {
      await using server = await serveSse((_request, send) => {
        send("");
        return 202;
      });
      const closed: (Error | undefined)[] = [];
      const error = await failure(server, { onClose: (each) => closed.push(each) });
      assert.ok(error instanceof McpConnectionError);
      assert.ok(closed[0] instanceof McpConnectionError);
      assert.equal(server.of("GET").length, 1);
    });
  });

  test("a message that is not taken fails its request alone", async () => {
    await using server = await serveSse(({ message }, send) => {
      if (server.of("tools/call").length === 1) return 404;
      send(event({ id: message.id, result: said("taken") }));
      return 202;
    });
    await using client = await connectSse(server.url);
    await assert.rejects(client.callTool("x"), /status 404.*"Accepted"/);
    assert.equal(textOf(await client.callTool("x")), "taken");
  });

  test("a message beyond the limit closes the client", async () => {
    await using server = await serveSse(({ message }, send) => {
      send(event({ id: message.id, result: said("x".repeat(20_000)) }));
      return 202;
    });
    const error = await failure(server, { maxMessageBytes: 10_000 });
    assert.ok(error instanceof McpAnswerError);
    assert.match(error.message, /longer than 10000 bytes/);
  });

  test("what is no event stream is told with its first words", async () => {
    const answers: [Answer, typeof McpClientError][] = [
      [(_request, response) => response.writeHead(200).end("Hello there"), McpHandshakeError],
      [(_request, response) => response.writeHead(404).end("Hello there"), McpConnectionError],
      [(_request, response) => response.writeHead(401).end("Hello there"), McpAuthorizationError],
    ];
    for (const [answer, kind] of answers) {
      await leavesNothing(async () => {
        await using server = await serveByHand(answer);
        await assert.rejects(connectSse(server.url), (error) => {
          assert.ok(error instanceof kind, String(error));
          assert.match(error.message, /"Hello there"/);
          return true;
        });
      });
    }
  });

  test("a server that never names an endpoint is given up in time", async () => {
    await leavesNothing(async () => {
      await using server = await serveByHand((_request, response) => beginStream(response));
      await assert.rejects(connectSse(server.url, { startTimeoutMs: 200 }), /within 200 ms/);
      await eventually(() => server.received.length === 1);
    });
  });
});
