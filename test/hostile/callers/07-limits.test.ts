/** Limits of the requests of each caller. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { McpServer, ProtocolError, serveHttp, serveTransport } from "../../../runtime/index.js";
import type { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { RequestLimits } from "../../../runtime/server/limits/request-limits.js";
import type { CallerLimits } from "../../../runtime/server/types/server-options.js";
import { readCommandLine, UsageError } from "../../../runtime/server/program/parse-args.js";
import { gate } from "../../support/servers/locked-zoo.js";
import { memoryChannel } from "../../support/wire/channels.js";
import { WireClient } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";

const authorizer = gate({
  ann: { subject: "ann" },
  "ann-too": { subject: "ann" },
  eve: { subject: "eve" },
});

function limited(limits: CallerLimits) {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = new McpServer({ name: "limited", version: "1" }, { limits });
  server.tool({ name: "wait" }, async () => {
    await released;
    return "done";
  });
  return { server, release };
}

async function served(limits: CallerLimits, guarded = true) {
  const { server, release } = limited(limits);
  const http = await serveHttp(server, { port: 0, ...(guarded && { authorizer }) });
  after(() => http.close());
  const send = async (token: string, method = "ping", params = {}) => {
    const reply = await fetch(http.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    await reply.text();
    return { status: reply.status, retryAfter: Number(reply.headers.get("retry-after")) };
  };
  return { send, release };
}

describe("over HTTP", () => {
  test("who sends too many requests in a minute gets 429 and Retry-After, and no one else", async () => {
    const { send } = await served({ perMinute: 5 });
    const statuses = [];
    for (let index = 0; index < 7; index++) {
      statuses.push((await send(index % 2 === 0 ? "eve" : "eve")).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
    const { retryAfter } = await send("eve");
    assert.ok(retryAfter >= 1 && retryAfter <= 12, String(retryAfter));
    assert.equal((await send("ann")).status, 200);
    // Another token of the same user is no other caller.
    for (let index = 0; index < 4; index++) await send("ann-too");
    assert.equal((await send("ann")).status, 429);
  });

  test("who has too many open requests gets 429, until one is answered", async () => {
    const { send, release } = await served({ concurrent: 2 });
    const open = [1, 2].map(() => send("eve", "tools/call", { name: "wait" }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await send("eve")).status, 429);
    assert.equal((await send("ann")).status, 200);
    release();
    assert.deepEqual(
      (await Promise.all(open)).map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await send("eve")).status, 200);
  });

  test("callers without a token are told apart by their address", async () => {
    const { send } = await served({ perMinute: 2 }, false);
    const statuses = [];
    for (const token of ["a", "b", "c"]) statuses.push((await send(token)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});

test("on a connection the error says when to try again", async () => {
  const { server } = limited({ perMinute: 3 });
  const channel = memoryChannel((transport) => serveTransport(server, transport));
  const client = new WireClient(channel, { revision: "2025-11-25" });
  await client.initialize();
  const errors = [];
  for (let index = 0; index < 4; index++) errors.push((await client.request("ping", {})).error);
  const [last] = errors.slice(-1);
  assert.equal(last?.code, 429);
  const { retryAfter } = last.data as { retryAfter: number };
  assert.ok(retryAfter >= 1 && retryAfter <= 20);
});

test("a handler may use the code with data of its own, which changes nothing else of its answer", async () => {
  const server = new McpServer({ name: "busy", version: "1" });
  server.method({ name: "example.com/ask" }, () => {
    throw new ProtocolError(429, "Ask later.", { text: "forged", retryAfter: "soon" });
  });
  const http = await serveHttp(server, { port: 0 });
  after(() => http.close());
  const client = await wireHttp(http.url, { revision: "2026-07-28" });
  const { status, headers, error } = await client.request(
    "example.com/ask",
    {},
    { malformed: true },
  );
  assert.deepEqual([status, headers.get("retry-after")], [200, null]);
  const data = { text: "forged", retryAfter: "soon" };
  assert.deepEqual(error, { code: 429, message: "Ask later.", data });
});

test("any number of callers takes a bounded memory, and opens no way round a limit", async () => {
  const limits = new RequestLimits({ perMinute: 1, concurrent: 1 });
  const from = (peer: string) => ({ peer }) as unknown as IncomingRequest;
  const open = limits.run(
    from("slow"),
    () => new Promise<void>((resolve) => setTimeout(resolve, 300)),
  );
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 50_000; index++) await limits.run(from(`peer ${index}`), () => 1);
  assert.ok(process.memoryUsage().heapUsed - before < 50e6);
  await assert.rejects(
    limits.run(from("slow"), () => 1),
    { code: 429 },
  );
  await assert.rejects(
    limits.run(from("peer 49999"), () => 1),
    { code: 429 },
  );
  await open;
});

test("limits that no server can have are refused", () => {
  for (const argv of [["--rate-limit", "0"], ["--max-concurrent", "many"], ["--rate-limit=-1"]]) {
    assert.throws(() => readCommandLine(["--http", ...argv], {}), UsageError);
  }
  assert.throws(() => readCommandLine(["--rate-limit", "5"], {}), UsageError);
  const { limits } = readCommandLine(["--http", "--rate-limit", "60", "--max-concurrent=4"], {});
  assert.deepEqual(limits, { perMinute: 60, concurrent: 4 });
  for (const limit of [0, -1, Number.NaN]) {
    assert.throws(
      () => serveTransport(limited({ perMinute: limit }).server, {} as never),
      RangeError,
    );
  }
});
