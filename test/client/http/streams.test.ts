import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connectHttp, McpConnectionError, McpTimeoutError } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import {
  beginStream,
  event,
  reply,
  said,
  serveLegacy,
  serveModern,
  type HandMade,
} from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

describe("the stream of an answer", () => {
  test("brings notifications and then the response, in one revision or the other", async () => {
    for (const serve of [serveModern, serveLegacy]) {
      await leavesNothing(async () => {
        await using server = await serve((request, response) => {
          beginStream(response);
          const { id } = request.message;
          const { progressToken } = (request.message.params?.["_meta"] ?? {}) as {
            progressToken?: unknown;
          };
          const progress = { progressToken, progress: 1, message: "half" };
          response.write(": a comment\n\n");
          response.write(event({ method: "notifications/progress", params: progress }));
          const text = event({ id, result: said("grüße") });
          // A character may be cut in two.
          const bytes = Buffer.from(text);
          const cut = bytes.indexOf(0xc3) + 1;
          response.write(bytes.subarray(0, cut));
          setTimeout(() => response.end(bytes.subarray(cut)), 20);
        });
        await using client = await connectHttp(server.url);
        const heard: unknown[] = [];
        const result = await client.callTool(
          "x",
          {},
          {
            onProgress: (progress) => heard.push(progress.message),
          },
        );
        assert.equal(textOf(result), "grüße");
        assert.deepEqual(heard, ["half"]);
      });
    }
  });

  test("need not end after the response", async () => {
    await leavesNothing(async () => {
      await using server = await serveModern(({ message }, response) => {
        beginStream(response);
        response.write(event({ id: message.id, result: said("done") }));
      });
      await using client = await connectHttp(server.url);
      assert.equal(textOf(await client.callTool("x")), "done");
    });
  });

  test("is resumed after the last event, when the server wants it", async () => {
    const waits: number[] = [];
    let ended = 0;
    await using server = await serveLegacy(
      (_request, response) => {
        beginStream(response);
        // The first event holds nothing but an id.
        response.write("id: first\nretry: 300\ndata: \n\n");
        setTimeout(() => response.end(() => (ended = performance.now())), 20);
      },
      {
        sessionId: "s-1",
        stream: (request, response) => {
          if (request.headers["last-event-id"] === undefined) return response.writeHead(405).end();
          waits.push(performance.now() - ended);
          beginStream(response);
          const id = calls(server)[0]?.message.id;
          response.end(event({ id, result: said("resumed") }, "second"));
        },
      },
    );
    await using client = await connectHttp(server.url);
    assert.equal(textOf(await client.callTool("x")), "resumed");
    const resumed = server.of("GET").at(-1);
    assert.equal(resumed?.headers["last-event-id"], "first");
    assert.equal(resumed?.headers["mcp-session-id"], "s-1");
    assert.equal(resumed?.headers["mcp-protocol-version"], "2025-11-25");
    assert.ok(waits[0]! >= 295, `waited ${waits[0]} ms`);
    assert.equal(calls(server).length, 1, "the call is not repeated");
  });

  test("is resumed as often as it brings something", async () => {
    let turn = 0;
    await using server = await serveLegacy(
      (_request, response) => {
        beginStream(response);
        response.write("id: e0\nretry: 10\ndata:\n\n", () => response.destroy());
      },
      {
        stream: (request, response) => {
          const last = request.headers["last-event-id"];
          if (last === undefined) return response.writeHead(405).end();
          turn += 1;
          beginStream(response);
          const { id } = calls(server)[0]!.message;
          if (turn === 8) return response.end(event({ id, result: said("at last") }));
          const log = { method: "notifications/message", params: { level: "info", data: turn } };
          response.write(event(log, `e${turn}`), () => response.destroy());
        },
      },
    );
    const logs: unknown[] = [];
    await using client = await connectHttp(server.url, {
      onLog: ({ data }) => logs.push(data),
    });
    assert.equal(textOf(await client.callTool("x")), "at last");
    assert.deepEqual(logs, [1, 2, 3, 4, 5, 6, 7]);
  });

  test("that breaks three times in a row ends in an error that says so", async () => {
    await leavesNothing(async () => {
      await using server = await serveLegacy(
        (_request, response) => {
          beginStream(response);
          response.write("id: a\nretry: 10\ndata:\n\n", () => response.destroy());
        },
        {
          stream: (request, response) => {
            if (request.headers["last-event-id"] === undefined) {
              return response.writeHead(405).end();
            }
            beginStream(response);
            response.write(`id: b${server.received.length}\ndata:\n\n`, () => response.destroy());
          },
        },
      );
      await using client = await connectHttp(server.url);
      await assert.rejects(client.callTool("x"), (error) => {
        assert.ok(error instanceof McpConnectionError);
        assert.match(error.message, /broke 3 times in a row.*may have done what was asked/);
        return true;
      });
      assert.equal(resumptions(server), 2);
      assert.equal(calls(server).length, 1);
    });
  });

  test("that a server keeps ending in order, with a time to wait, is polled until the request times out", async () => {
    await using server = await serveLegacy(
      (_request, response) => {
        beginStream(response);
        response.end("id: a\nretry: 0\ndata:\n\n");
      },
      {
        stream: (request, response) => {
          if (request.headers["last-event-id"] === undefined) return response.writeHead(405).end();
          beginStream(response);
          response.end("retry: 0\n\n");
        },
      },
    );
    await using client = await connectHttp(server.url);
    await assert.rejects(client.callTool("x", {}, { timeoutMs: 600 }), McpTimeoutError);
    assert.ok(resumptions(server) > 3);
    assert.ok(resumptions(server) < 100, "a server that asks for no pause is not asked in a loop");
    await eventually(() => server.of("notifications/cancelled").length === 1);
  });

  test("is not resumed without an id, nor since 2026-07-28", async () => {
    for (const [serve, first] of [
      [serveLegacy, ""],
      [serveModern, "id: a\ndata:\n\n"],
    ] as const) {
      await using server = await serve((_request, response) => {
        beginStream(response);
        response.write(`${first}: comment\n\n`, () => response.destroy());
      });
      await using client = await connectHttp(server.url);
      await assert.rejects(client.callTool("x"), McpConnectionError);
      assert.equal(resumptions(server), 0);
      assert.equal(calls(server).length, 1, "the call is not repeated");
    }
  });

  test("that the server no longer has when it is resumed fails the request and repeats nothing", async () => {
    await using server = await serveLegacy(
      (_request, response) => {
        beginStream(response);
        response.end("id: a\nretry: 1\ndata:\n\n");
      },
      { sessionId: "s", stream: (_request, response) => response.writeHead(404).end() },
    );
    await using client = await connectHttp(server.url);
    await assert.rejects(client.callTool("x"), /status 404/);
    assert.equal(calls(server).length, 1);
    assert.equal(server.of("initialize").length, 1);
  });
});

describe("the stream of a session", () => {
  test("brings what belongs to no request, and is opened again after the last event", async () => {
    await leavesNothing(async () => {
      let turn = 0;
      await using server = await serveLegacy(() => undefined, {
        sessionId: "s",
        stream: (_request, response) => {
          turn += 1;
          beginStream(response);
          response.write("retry: 20\n\n");
          const changed = { method: "notifications/tools/list_changed" };
          response.write(event(changed, `n${turn}`), () => {
            if (turn < 3) response.destroy();
          });
        },
      });
      const heard: string[] = [];
      await using client = await connectHttp(server.url, {
        onListChanged: (kind) => heard.push(kind),
      });
      await eventually(() => heard.length === 3);
      assert.deepEqual(
        server.of("GET").map(({ headers }) => headers["last-event-id"]),
        [undefined, "n1", "n2"],
      );
      assert.ok(server.of("GET").every(({ headers }) => headers["mcp-session-id"] === "s"));
      const order = server.received.map((each) => each.message.method ?? each.method);
      assert.ok(order.indexOf("GET") > order.indexOf("notifications/initialized"));
      assert.equal(client.sessionId, "s");
    });
  });

  test("is not there at 2026-07-28, and need not be there before", async () => {
    await using modern = await serveModern(({ message }, response) => {
      reply(response, message, said("x"));
    });
    await using first = await connectHttp(modern.url);
    await first.callTool("x");
    assert.equal(modern.of("GET").length, 0);
    await using legacy = await serveLegacy(({ message }, response) => {
      reply(response, message, said("x"));
    });
    await using second = await connectHttp(legacy.url);
    await eventually(() => legacy.of("GET").length === 1);
    await second.callTool("x");
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(legacy.of("GET").length, 1, "405 is an answer");
  });

  test("carries questions of the server", async () => {
    await using server = await serveLegacy(
      ({ message }, response) => {
        if (message["result"] !== undefined) return response.writeHead(202).end();
        reply(response, message, said("x"));
      },
      {
        stream: (_request, response) => {
          beginStream(response);
          response.write(event({ id: "q", method: "roots/list" }));
        },
      },
    );
    await using _client = await connectHttp(server.url, { roots: [{ uri: "file:///work" }] });
    await eventually(() => server.received.some(({ message }) => message["result"] !== undefined));
    const answer = server.received.find(({ message }) => message["result"] !== undefined);
    assert.deepEqual(answer?.message["result"], { roots: [{ uri: "file:///work" }] });
  });
});

function calls(server: HandMade): ReturnType<HandMade["of"]> {
  return server.of("tools/call");
}

function resumptions(server: HandMade): number {
  return server.of("GET").filter(({ headers }) => headers["last-event-id"] !== undefined).length;
}
