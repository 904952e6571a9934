import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectHttp,
  McpConnectionError,
  McpHandshakeError,
  McpServer,
  serveHttp,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { reply, said, serveLegacy, type Answer } from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

test("a session that the server lost is begun again, and each request repeated once", async () => {
  await leavesNothing(async () => {
    const known = new Set<string>();
    let sessions = 0;
    const era = {
      get sessionId(): string {
        const id = `s${++sessions}`;
        known.add(id);
        return id;
      },
    };
    const answer: Answer = ({ message, headers }, response) => {
      if (!known.has(String(headers["mcp-session-id"]))) return response.writeHead(404).end();
      return reply(response, message, said("found"));
    };
    await using server = await serveLegacy(answer, era);
    await using client = await connectHttp(server.url);
    await client.listTools();
    known.clear();
    const results = await Promise.all([1, 2, 3, 4].map(() => client.callTool("x")));
    assert.deepEqual(results.map(textOf), ["found", "found", "found", "found"]);
    assert.equal(sessions, 2, "one new session serves all requests");
    assert.equal(client.sessionId, "s2");
    const begin = server.of("initialize")[1];
    assert.equal(begin?.headers["mcp-session-id"], undefined, "begins without the old session");
    assert.equal(begin?.headers["mcp-protocol-version"], undefined);
    assert.equal(server.of("notifications/initialized").length, 2);
  });
});

test("a server that loses each session ends in an error", async () => {
  await using server = await serveLegacy((_request, response) => response.writeHead(404).end(), {
    sessionId: "s",
  });
  await using client = await connectHttp(server.url);
  await assert.rejects(client.callTool("x"), McpConnectionError);
  assert.equal(server.of("tools/call").length, 2);
});

test("a lost session is also told by status 400, as early servers on the official SDK do", async () => {
  let isLost = true;
  await using server = await serveLegacy(
    ({ message }, response) => {
      if (!isLost) return reply(response, message, said("found"));
      isLost = false;
      const error = { code: -32000, message: "Bad Request: No valid session ID provided" };
      const body = JSON.stringify({ jsonrpc: "2.0", error, id: null });
      return response.writeHead(400, { "content-type": "application/json" }).end(body);
    },
    { sessionId: "s" },
  );
  await using client = await connectHttp(server.url);
  assert.equal(textOf(await client.callTool("x")), "found");
  assert.equal(server.of("initialize").length, 2);
});

test("an unknown method of a session is no lost session", async () => {
  await using server = await serveLegacy(
    ({ message }, response) => {
      const error = { code: -32601, message: "Method not found" };
      const body = JSON.stringify({ jsonrpc: "2.0", error, id: message.id });
      return response.writeHead(404, { "content-type": "application/json" }).end(body);
    },
    { sessionId: "s" },
  );
  await using client = await connectHttp(server.url);
  await assert.rejects(client.request("foo/bar"), /-32601/);
  assert.equal(server.of("initialize").length, 1);
});

test("a session is ended with the client, however slow the server is", async () => {
  for (const slow of [false, true]) {
    await leavesNothing(async () => {
      let ends = 0;
      await using server = await serveLegacy(
        ({ message }, response) => reply(response, message, said("x")),
        { sessionId: "the-session" },
      );
      const client = await connectHttp(server.url, {
        fetch: (url, init) => {
          if (init?.method === "DELETE") {
            ends += 1;
            assert.equal(new Headers(init.headers).get("mcp-session-id"), "the-session");
            if (slow) {
              return new Promise((_resolve, reject) => {
                init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
              });
            }
          }
          return fetch(url, init);
        },
      });
      await client.close();
      await client.close();
      assert.equal(ends, 1);
    });
  }
});

test("a session's id must be visible ASCII", async () => {
  await using server = await serveLegacy(() => undefined, { sessionId: "with space" });
  await assert.rejects(connectHttp(server.url), (error) => {
    assert.ok(error instanceof McpHandshakeError);
    assert.match(error.message, /not visible ASCII/);
    return true;
  });
});

test("the version goes into headers from 2025-06-18 on, after the handshake", async () => {
  for (const [revision, expected] of [
    ["2025-03-26", undefined],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
  ] as const) {
    await using server = await serveLegacy(
      ({ message }, response) => reply(response, message, said("x")),
      { revision },
    );
    await using client = await connectHttp(server.url);
    await client.callTool("x");
    assert.equal(client.protocolVersion, revision);
    const sent = (method: string): unknown => server.of(method)[0]?.headers["mcp-protocol-version"];
    assert.equal(sent("initialize"), undefined);
    assert.equal(sent("notifications/initialized"), expected);
    assert.equal(sent("tools/call"), expected);
  }
});

test("a cancelled request is told to servers before 2026-07-28, and closes its stream at later ones", async () => {
  let begun = 0;
  let ended = 0;
  const tools = new McpServer({ name: "slow", version: "1" });
  tools.tool({ name: "wait" }, async (_input, { signal }) => {
    begun += 1;
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    ended += 1;
    return "";
  });
  const server = await serveHttp(tools, { port: 0 });
  cleanUp.push(() => server.close());
  for (const protocolVersion of ["2025-06-18", "2026-07-28"] as const) {
    const bodies: string[] = [];
    await using client = await connectHttp(server.url, {
      protocolVersion,
      fetch: (url, init) => {
        if (typeof init?.body === "string") bodies.push(init.body);
        return fetch(url, init);
      },
    });
    await client.listTools();
    const abort = new AbortController();
    const call = client.callTool("wait", {}, { signal: abort.signal });
    await eventually(() => begun === ended + 1);
    abort.abort(new Error("enough"));
    await assert.rejects(call, /enough/);
    await eventually(() => begun === ended);
    const told = bodies.filter((body) => body.includes("notifications/cancelled")).length;
    assert.equal(told, protocolVersion === "2026-07-28" ? 0 : 1);
  }
});
