import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  connect,
  connectHttp,
  connectSse,
  McpAuthorizationError,
  McpCallError,
  McpConnectionError,
  McpHandshakeError,
  McpServer,
  revisions,
  serveHttp,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { textOf } from "../../support/text-of.js";
import {
  reply,
  said,
  serveByHand,
  serveLegacy,
  serveModern,
  type Answer,
} from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";
import { sdkV1, sdkV1Sse, sdkV2 } from "./support/sdk-servers.js";

async function ourServer(): Promise<string> {
  const server = new McpServer({ name: "ours", version: "1.0.0" });
  const input = {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "integer" } },
  } as const;
  server.tool({ name: "add", input }, ({ a, b }) => String(Number(a) + Number(b)));
  server.tool({ name: "echo", input }, ({ a }) => ({ content: [], structuredContent: { a } }));
  const http = await serveHttp(server, { port: 0 });
  cleanUp.push(() => http.close());
  return http.url;
}

const withoutFirst = revisions.filter((revision) => revision !== "2024-11-05");

for (const protocolVersion of withoutFirst) {
  // parity J: McpServer.streamable_http
  // parity J: protocol_version pin and property
  test(`our server is called over Streamable HTTP at ${protocolVersion}`, async () => {
    const url = await ourServer();
    await leavesNothing(async () => {
      await using client = await connectHttp(url, { protocolVersion });
      assert.equal(client.protocolVersion, protocolVersion);
      assert.equal(client.transport, "http");
      assert.equal(client.serverInfo?.name, "ours");
      assert.deepEqual(
        (await client.listTools()).map(({ name }) => name),
        ["add", "echo"],
      );
      const calls = Array.from({ length: 20 }, (_, i) => client.callTool("add", { a: i, b: 1 }));
      assert.deepEqual(
        (await Promise.all(calls)).map(textOf),
        Array.from({ length: 20 }, (_, i) => String(i + 1)),
      );
      await client.ping();
    });
  });
}

describe("the era is found by itself", () => {
  const servers = { "our server": undefined, "the SDK v1": sdkV1, "the SDK v2": sdkV2 };
  for (const [name, start] of Object.entries(servers)) {
    test(`of ${name}`, async () => {
      await using server = (await start?.()) ?? null;
      const url = server?.url ?? (await ourServer());
      await leavesNothing(async () => {
        await using client = await connect(url);
        const expected = start === sdkV1 ? "2025-11-25" : "2026-07-28";
        assert.equal(client.protocolVersion, expected);
        assert.equal(textOf(await client.callTool("add", { a: 1, b: 2 })), "3");
      });
    });
  }

  // parity J: McpServer.http: HTTP+SSE
  test("of a server that has nothing but HTTP+SSE", async () => {
    await using server = await sdkV1Sse();
    for (let again = 0; again < 2; again += 1) {
      await leavesNothing(async () => {
        await using client = await connect(server.url);
        assert.equal(client.transport, "sse");
        assert.equal(textOf(await client.callTool("add", { a: 1, b: 2 })), "3");
      });
    }
  });

  test("and is remembered for the URL, and found again when it proves wrong", async () => {
    let isOld = true;
    const old: Answer = ({ message }, response) => {
      if (message.method === "notifications/initialized") return response.writeHead(202).end();
      if (message.method !== "initialize") return response.writeHead(400).end("no session");
      return reply(response, message, {
        protocolVersion: "2025-06-18",
        capabilities: {},
        serverInfo: { name: "old", version: "1" },
      });
    };
    await using server = await serveByHand((request, response) => {
      if (isOld) return old(request, response);
      const { message } = request;
      if (message.method === "initialize") {
        const error = { code: -32601, message: "Unknown method" };
        response.writeHead(404, { "content-type": "application/json" });
        return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, error }));
      }
      return reply(response, message, {
        resultType: "complete",
        supportedVersions: ["2026-07-28"],
        capabilities: {},
        ttlMs: 0,
        cacheScope: "private",
      });
    });
    const methods = (): unknown[] =>
      server.received
        .splice(0)
        .map(({ message }) => message.method)
        .filter(Boolean);
    const versions: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      isOld = turn < 2;
      await using client = await connectHttp(`${server.url}?turn=${turn}`);
      versions.push(client.protocolVersion);
      const probed = ["server/discover", "initialize", "notifications/initialized"];
      const expected = [
        probed,
        probed.slice(1),
        ["initialize", "server/discover"],
        ["server/discover"],
      ];
      assert.deepEqual(methods(), expected[turn]);
    }
    assert.deepEqual(versions, ["2025-06-18", "2025-06-18", "2026-07-28", "2026-07-28"]);
  });

  const refusals: Record<string, Answer> = {
    "400 without a body": (_request, response) => response.writeHead(400).end(),
    "404": (_request, response) => response.writeHead(404).end("Not Found"),
    "405": (_request, response) => response.writeHead(405).end(),
    "500": (_request, response) => response.writeHead(500).end(),
    "an unknown method": ({ message }, response) => fail(response, 200, message.id, -32601),
    "invalid params": ({ message }, response) => fail(response, 200, message.id, -32602),
    "no session": (_request, response) => fail(response, 400, null, -32000),
    "a page": (_request, response) => response.end("<html>hello</html>"),
    "an empty result": ({ message }, response) => reply(response, message, {}),
    silence: () => undefined,
  };
  for (const [name, answer] of Object.entries(refusals)) {
    test(`of a server that answers the probe with ${name}`, async () => {
      await using server = await serveByHand((request, response) => {
        const { method } = request.message;
        if (method === "server/discover") return answer(request, response);
        if (method === "initialize") {
          return reply(response, request.message, {
            protocolVersion: "2025-03-26",
            capabilities: {},
            serverInfo: { name: "old", version: "1" },
          });
        }
        return response.writeHead(request.method === "GET" ? 405 : 202).end();
      });
      await using client = await connect(server.url, { startTimeoutMs: 2_000 });
      assert.equal(client.protocolVersion, "2025-03-26");
    });
  }

  test("of a server that names the older revisions which it has", async () => {
    await using server = await serveLegacy(() => undefined, { revision: "2025-06-18" });
    await using proxy = await serveByHand(async (request, response) => {
      if (request.message.method === "server/discover") {
        const data = { supported: ["2025-03-26", "2025-06-18", "1999-01-01"], requested: "" };
        return fail(response, 400, request.message.id, -32022, data);
      }
      return response.writeHead(307, { location: server.url }).end();
    });
    await assert.rejects(connectHttp(proxy.url), /redirects to/);
    const offered = proxy.of("initialize")[0]?.message.params?.["protocolVersion"];
    assert.equal(offered, "2025-06-18", "the newest that both have is offered");
  });

  test("and errors of newer servers are no reason to try an older revision", async () => {
    for (const code of [-32020, -32021]) {
      await using server = await serveByHand(({ message }, response) =>
        fail(response, 400, message.id, code),
      );
      await assert.rejects(connect(server.url), (error) => {
        assert.ok(error instanceof McpCallError || error instanceof McpHandshakeError);
        assert.equal(error.code, code);
        return true;
      });
      assert.equal(server.received.length, 1);
    }
  });

  test("and a demand for credentials is none either", async () => {
    await using server = await serveByHand((_request, response) => response.writeHead(401).end());
    await assert.rejects(connect(server.url), McpAuthorizationError);
    assert.equal(server.received.length, 1);
  });
});

test("a server without a common revision is refused, naming what it speaks", async () => {
  await using server = await serveByHand(({ message }, response) =>
    fail(response, 400, message.id, -32022, { supported: ["2030-01-01"], requested: "x" }),
  );
  await assert.rejects(connect(server.url), (error) => {
    assert.ok(error instanceof McpHandshakeError);
    return true;
  });
  await using pinned = await serveLegacy(() => undefined, { revision: "2025-03-26" });
  await assert.rejects(
    connectHttp(pinned.url, { protocolVersion: "2025-11-25" }),
    /2025-03-26.*pinned 2025-11-25/,
  );
});

test("a URL at which there is no MCP is told as such", async () => {
  await using server = await serveByHand((_request, response) =>
    response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here</h1>"),
  );
  await leavesNothing(async () => {
    await assert.rejects(connect(server.url), (error) => {
      assert.ok(error instanceof McpHandshakeError);
      assert.match(error.message, /speaks no MCP over HTTP; check the path of the URL/);
      assert.match(error.message, /"Not here"/);
      return true;
    });
  });
});

test("unusable URLs, headers and revisions are a TypeError at once", async () => {
  const url = "http://127.0.0.1:1/mcp";
  await assert.rejects(connectHttp("not a url"), TypeError);
  await assert.rejects(connectHttp("ftp://example.com/"), TypeError);
  await assert.rejects(connectHttp("https://user:pass@example.com/"), TypeError);
  await assert.rejects(connectSse(url, { protocolVersion: "2026-07-28" }), TypeError);
  for (const headers of [
    { "Mcp-Session-Id": "x" },
    { "mcp-param-a": "x" },
    { Host: "x" },
    { accept: "x" },
    { "content-length": "1" },
    { "bad name": "x" },
    { fine: "line\nbreak" },
  ]) {
    await assert.rejects(connectHttp(url, { headers }), (error) => {
      assert.ok(error instanceof TypeError);
      return !error.message.includes("break");
    });
  }
});

describe("headers since 2026-07-28", () => {
  test("repeat the method, the name and the version, as the body has them", async () => {
    await using server = await serveModern(({ message }, response) =>
      reply(response, message, said("x")),
    );
    await using client = await connectHttp(server.url);
    await client.callTool("x");
    await client.request("resources/read", { uri: "file:///größe" }).catch(() => undefined);
    const [call] = server.of("tools/call");
    assert.equal(call?.headers["mcp-method"], "tools/call");
    assert.equal(call?.headers["mcp-name"], "x");
    assert.equal(call?.headers["mcp-protocol-version"], "2026-07-28");
    assert.equal(call?.headers.accept, "application/json, text/event-stream");
    assert.equal(call?.headers["content-type"], "application/json");
    const encoded = Buffer.from("file:///größe").toString("base64");
    assert.equal(server.of("resources/read")[0]?.headers["mcp-name"], `=?base64?${encoded}?=`);
    await client.notify("notifications/custom", { a: 1 }).catch((error: unknown) => {
      assert.ok(error instanceof McpConnectionError);
    });
    assert.equal(
      server.of("notifications/custom")[0]?.headers["mcp-method"],
      "notifications/custom",
    );
  });
});

function fail(
  response: Parameters<Answer>[1],
  status: number,
  id: unknown,
  code: number,
  data?: unknown,
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "No.", data } }));
}
