import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { describe, test } from "node:test";
import {
  connectHttp,
  McpAnswerError,
  McpCallError,
  McpClientError,
  McpConnectionError,
  McpTimeoutError,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import {
  beginStream,
  event,
  reply,
  said,
  serveByHand,
  serveLegacy,
  serveModern,
  type Answer,
} from "./support/by-hand.js";
import { deafServer } from "./support/deaf-server.js";
import { leavesNothing, open } from "./support/leaks.js";

/** A process can't be stopped there. */
const notOnWindows = { skip: process.platform === "win32" };

/** Calls a tool of a server of either era whose answers are `answer`; returns the errors. */
async function failures(answer: Answer): Promise<readonly McpClientError[]> {
  const errors: McpClientError[] = [];
  for (const serve of [serveModern, serveLegacy]) {
    await leavesNothing(async () => {
      await using server = await serve(answer);
      await using client = await connectHttp(server.url, {
        headers: { "x-key": "very-secret-key" },
        maxMessageBytes: 10_000,
      });
      await assert.rejects(client.callTool("x", {}, { timeoutMs: 2_000 }), (error) => {
        assert.ok(error instanceof McpClientError);
        assert.equal(error.server, server.url);
        errors.push(error);
        return true;
      });
    });
  }
  return errors;
}

describe("an answer that is no MCP", () => {
  test("is told with its status, type and first words, without secrets", async () => {
    const page =
      "<!DOCTYPE html><html><head><title>Bad Gateway</title><style>p {}</style></head><body>key very-secret-key was refused</body></html>";
    const errors = await failures((_request, response) =>
      response.writeHead(502, { "content-type": "text/html; charset=utf-8" }).end(page),
    );
    for (const error of errors) {
      assert.ok(error instanceof McpConnectionError);
      assert.equal(error.code, 502);
      assert.match(
        error.message,
        /status 502 and a body of the type text\/html: "Bad Gateway key \[redacted\] was refused"/,
      );
    }
  });

  test("is refused also with status 200", async () => {
    for (const [type, body] of [
      ["text/html", "<p>Please log in</p>"],
      ["application/json", "{}"],
      ["application/json", '{"jsonrpc":"2.0","id":"other","result":{}}'],
      ["application/json", "[]"],
      ["application/json", "{broken"],
      ["application/json", ""],
      ["text/plain", "ok"],
    ] as const) {
      const errors = await failures((_request, response) =>
        response.writeHead(200, { "content-type": type }).end(body),
      );
      for (const error of errors) assert.ok(error instanceof McpAnswerError, `${type} ${body}`);
    }
    const errors = await failures((_request, response) => response.writeHead(202).end());
    for (const error of errors) assert.match(error.message, /no MCP message \(status 202\)/);
  });

  test("is refused in a stream", async () => {
    const errors = await failures((_request, response) => {
      beginStream(response);
      response.write("data: {broken\n\n");
    });
    for (const error of errors) assert.ok(error instanceof McpAnswerError);
  });
});

test("a batch is an answer at 2025-03-26 only", async () => {
  for (const revision of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
    await using server = await serveLegacy(
      ({ message: { id } }, response) => {
        const log = { method: "notifications/message", params: { level: "info", data: "first" } };
        const batch = [log, { id, result: said("batched") }];
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(batch.map((each) => ({ jsonrpc: "2.0", ...each }))));
      },
      { revision },
    );
    const logged: unknown[] = [];
    await using client = await connectHttp(server.url, { onLog: ({ data }) => logged.push(data) });
    const call = client.callTool("x", {}, { timeoutMs: 5_000 });
    if (revision === "2025-03-26") {
      assert.equal(textOf(await call), "batched");
      assert.deepEqual(logged, ["first"]);
    } else await assert.rejects(call, McpAnswerError);
  }
});

test("an error of JSON-RPC is the response, whatever the status is, and without an id", async () => {
  for (const status of [200, 400, 404, 500]) {
    for (const id of [undefined, null]) {
      const errors = await failures((_request, response) => {
        const error = { code: -32602, message: "No.", data: 1 };
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
      });
      for (const error of errors) {
        assert.ok(error instanceof McpCallError);
        assert.equal(error.code, -32602);
        assert.equal(error.data, 1);
      }
    }
  }
});

describe("a message beyond the limit", () => {
  const long = "x".repeat(11_000);
  const cases: Record<string, Answer> = {
    "with a length": ({ message }, response) => reply(response, message, said(long)),
    "without a length": ({ message }, response) => {
      response.setHeader("content-type", "application/json");
      response.write(" ");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: said(long) }));
    },
    "that never ends": (_request, response) => {
      response.setHeader("content-type", "application/json");
      const timer = setInterval(() => response.write(long.slice(0, 1_000)), 1);
      response.on("close", () => clearInterval(timer));
    },
    "in a stream": ({ message }, response) => {
      beginStream(response);
      response.write(event({ id: message.id, result: said(long) }));
    },
    "in a stream that never ends": (_request, response) => {
      beginStream(response);
      const timer = setInterval(() => response.write(`data: ${long.slice(0, 1_000)}\n`), 1);
      response.on("close", () => clearInterval(timer));
    },
  };
  for (const [name, answer] of Object.entries(cases)) {
    test(`${name} fails its request and closes the connection`, async () => {
      for (const error of await failures(answer)) {
        assert.ok(error instanceof McpAnswerError);
        assert.match(error.message, /longer than 10000 bytes.*maxMessageBytes/);
      }
    });
  }

  test("in an error page is cut", async () => {
    const errors = await failures((_request, response) => {
      response.writeHead(500, { "content-type": "text/plain" });
      const timer = setInterval(() => response.write(long), 1);
      response.on("close", () => clearInterval(timer));
    });
    for (const error of errors) assert.ok(error.message.length < 500);
  });
});

describe("a redirect", () => {
  test("on the same origin is followed, with the request's body and headers", async () => {
    await using server = await serveModern((request, response) => {
      if (request.path !== "/moved") {
        const status = [301, 302, 307, 308][server.of("tools/call").length % 4]!;
        return response.writeHead(status, { location: "/moved" }).end("moved");
      }
      assert.equal(request.headers["x-key"], "secret");
      return reply(response, request.message, said("there"));
    });
    await using client = await connectHttp(server.url, { headers: { "x-key": "secret" } });
    for (let i = 0; i < 4; i += 1) assert.equal(textOf(await client.callTool("x")), "there");
  });

  test("to another origin is not followed, and sends nothing there", async () => {
    await using other = await serveByHand((_request, response) => response.end());
    await using server = await serveModern((_request, response) =>
      response.writeHead(307, { location: `${other.url}?token=secret` }).end(),
    );
    await using client = await connectHttp(server.url);
    await assert.rejects(client.callTool("x"), (error) => {
      assert.ok(error instanceof McpConnectionError);
      assert.match(
        error.message,
        /redirects to http:\/\/127\.0\.0\.1:\d+\/mcp\/\d+\. Redirects to another/,
      );
      return true;
    });
    assert.equal(other.received.length, 0);
  });

  test("in a circle ends", async () => {
    const errors = await failures((_request, response) =>
      response.writeHead(308, { location: "?again" }).end(),
    );
    for (const error of errors) assert.match(error.message, /redirects too often/);
  });
});

describe("a busy server", () => {
  test("is asked again after the time that it names", async () => {
    for (const status of [429, 503]) {
      const times: number[] = [];
      await using server = await serveModern(({ message }, response) => {
        times.push(performance.now());
        if (times.length < 3) return response.writeHead(status, { "retry-after": "0.2" }).end();
        return reply(response, message, said("now"));
      });
      await using client = await connectHttp(server.url);
      assert.equal(textOf(await client.callTool("x")), "now");
      assert.ok(times[1]! - times[0]! >= 195);
    }
  });

  test("that stays busy, or asks for more patience than there is, ends in an error", async () => {
    for (const [after, count] of [
      ["0", 4],
      ["5", 1],
    ] as const) {
      await leavesNothing(async () => {
        await using server = await serveModern((_request, response) =>
          response.writeHead(429, { "retry-after": after }).end("Slow down."),
        );
        await using client = await connectHttp(server.url, { requestTimeoutMs: 4_000 });
        await assert.rejects(client.callTool("x"), (error) => {
          assert.ok(error instanceof McpConnectionError);
          assert.equal(error.code, 429);
          return true;
        });
        assert.equal(server.of("tools/call").length, count);
      });
    }
  });

  test("is not waited for when the request is cancelled", async () => {
    await leavesNothing(async () => {
      await using server = await serveModern((_request, response) =>
        response.writeHead(503, { "retry-after": "30" }).end(),
      );
      await using client = await connectHttp(server.url);
      await assert.rejects(client.callTool("x", {}, { timeoutMs: 200 }), McpTimeoutError);
    });
  });

  test("says nothing about its era", async () => {
    for (const status of [429, 502, 503, 504]) {
      await using server = await serveByHand((_request, response) =>
        response.writeHead(status, { "retry-after": "0" }).end(),
      );
      await assert.rejects(connectHttp(server.url, { retries: 0 }), McpConnectionError);
      assert.equal(server.of("initialize").length, 0);
    }
  });

  test("that may have worked on the request is not asked again", async () => {
    for (const status of [500, 502, 504]) {
      await using server = await serveModern((_request, response) =>
        response.writeHead(status).end(),
      );
      await using client = await connectHttp(server.url);
      await assert.rejects(client.callTool("x"), McpConnectionError);
      assert.equal(server.of("tools/call").length, 1);
    }
  });
});

describe("a connection", () => {
  test("that was kept open and closed by the server meanwhile is made again", async () => {
    let broken = 0;
    await using server = await serveModern(({ message }, response) => {
      if (message.params?.["name"] === "x" && broken++ === 0) return response.socket?.destroy();
      return reply(response, message, said("again"));
    });
    await using client = await connectHttp(server.url);
    await client.listTools();
    assert.equal(textOf(await client.callTool("x")), "again");
  });

  test("that breaks again, or while the server works, fails the request", async () => {
    const errors = await failures((_request, response) => response.socket?.destroy());
    for (const error of errors) {
      assert.ok(error instanceof McpConnectionError);
      assert.match(error.message, /the connection was lost before the answer was complete/);
    }
  });

  test("that breaks in the middle of an answer fails the request, which is not repeated", async () => {
    let count = 0;
    const errors = await failures((_request, response) => {
      count += 1;
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"jsonrpc"', () => response.socket?.destroy());
    });
    assert.ok(errors.every((error) => error instanceof McpConnectionError));
    assert.equal(count, 2, "once for each era");
  });

  test("that goes silent ends with the request's time, and leaves nothing", async () => {
    await leavesNothing(async () => {
      const sockets = new Set<Socket>();
      // Takes everything and never answers: what a half-open connection looks like.
      const server = createServer((socket) => sockets.add(socket.on("error", () => {}).resume()));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as { port: number };
      const url = `http://127.0.0.1:${port}/mcp`;
      await assert.rejects(connectHttp(url, { startTimeoutMs: 300 }), McpTimeoutError);
      await eventually(() => [...sockets].every((socket) => socket.readyState !== "open"));
      for (const socket of sockets) socket.destroy();
      server.close();
    });
  });

  test(
    "that can't be made ends with the time to start, and leaves nothing",
    notOnWindows,
    async () => {
      await leavesNothing(async () => {
        await using server = await deafServer();
        const before = open().length;
        const url = `http://127.0.0.1:${server.port}/mcp`;
        await assert.rejects(connectHttp(url, { startTimeoutMs: 300 }), McpTimeoutError);
        await eventually(() => open().length === before, 5_000);
      });
    },
  );

  test("to a server that is not there fails after the retries", async () => {
    await leavesNothing(async () => {
      const began = performance.now();
      const retries = { attempts: 2, firstMs: 100, mostMs: 100 };
      await assert.rejects(connectHttp("http://127.0.0.1:1/mcp", { retries }), (error) => {
        assert.ok(error instanceof McpConnectionError);
        assert.match(error.message, /refused \(ECONNREFUSED\)/);
        return true;
      });
      assert.ok(performance.now() - began >= 100, "there are pauses between the attempts");
    });
  });

  test("is made by a retry once the server is there", async () => {
    let first = true;
    await using server = await serveModern(({ message }, response) =>
      reply(response, message, said("x")),
    );
    await using client = await connectHttp(server.url, {
      retries: 1,
      fetch: (url, init) => {
        if (!first) return fetch(url, init);
        first = false;
        const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
        return Promise.reject(new TypeError("fetch failed", { cause }));
      },
    });
    assert.equal(client.protocolVersion, "2026-07-28");
  });

  test("ends at once when its signal is aborted, also during a pause", async () => {
    await leavesNothing(async () => {
      const abort = new AbortController();
      const retries = { attempts: 5, firstMs: 10_000 };
      const connecting = connectHttp("http://127.0.0.1:1/mcp", { retries, signal: abort.signal });
      setTimeout(() => abort.abort(new Error("no longer")), 50);
      await assert.rejects(connecting, /no longer/);
    });
  });

  test("open requests fail when the client is closed", async () => {
    await leavesNothing(async () => {
      await using server = await serveModern((_request, response) => beginStream(response));
      const client = await connectHttp(server.url);
      const call = client.callTool("x");
      await eventually(() => server.of("tools/call").length === 1);
      await Promise.all([assert.rejects(call, McpConnectionError), client.close()]);
      await assert.rejects(client.callTool("x"), McpConnectionError);
    });
  });
});
