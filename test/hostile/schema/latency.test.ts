/** While one client sends the most expensive values that it can think of, a server answers others. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { cliPath, runCommand } from "../../support/cli.js";
import { firstUrl } from "../../support/museum.js";
import { recordRequests } from "../../support/recorder.js";
import { stop } from "../../support/loopback.js";
import { hostileChecks } from "./inputs.js";

/** The inputs that are sent as arguments, by operation. */
const sent = [
  "a valid tree of and, or and not of 427 bytes",
  "a recursive oneOf whose forms all fit",
  "uniqueItems of 60,000 objects",
  "the pattern ^(a+)+$ on 41 characters",
  "anyOf of 3,000 forms with a kind",
].map((name) => hostileChecks.find((each) => each.name === name)!);

/** An answer of 2.7 MB, of which no item has the type that the document says. */
const wrongAnswer = JSON.stringify(Array.from({ length: 200_000 }, (_, id) => ({ id })));

let folder: string;
let api: Awaited<ReturnType<typeof recordRequests>>;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "latency-"));
  api = await recordRequests((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(wrongAnswer);
  });
  writeFileSync(path.join(folder, "api.json"), JSON.stringify(document(api.url)));
});

after(async () => {
  await stop(api.server);
  rmSync(folder, { recursive: true });
});

function document(url: string): object {
  const item = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const answer = { "200": { description: "ok", ...json({ type: "array", items: item }) } };
  const operations = sent.map(({ schema }, index) => {
    // References of a document are read from its root.
    const written = JSON.stringify(schema).replaceAll("#/$defs/", `#/components/schemas/s${index}`);
    const { $defs = {}, ...own } = JSON.parse(written) as { $defs?: Record<string, object> };
    const named = Object.entries($defs).map(([name, each]) => [`s${index}${name}`, each] as const);
    const post = {
      operationId: `send${index}`,
      requestBody: {
        required: true,
        ...json({ type: "object", properties: { value: own }, required: ["value"] }),
      },
      responses: { "204": { description: "ok" } },
    };
    return { named, path: [`/${index}`, { post }] as const };
  });
  return {
    openapi: "3.1.0",
    info: { title: "Latency", version: "1" },
    servers: [{ url }],
    components: { schemas: Object.fromEntries(operations.flatMap(({ named }) => named)) },
    paths: {
      ...Object.fromEntries(operations.map(({ path: entry }) => entry)),
      "/wrong": { get: { operationId: "getWrong", responses: answer } },
    },
  };
}

test("other callers are served while one sends what is most expensive to check", async (t) => {
  const child = spawn(
    process.execPath,
    [cliPath, "serve", "api.json", "--mode", "tools", "--http", "0"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  try {
    const url = await firstUrl(child);
    const [attacker, other] = await Promise.all([connect(url), connect(url)]);
    const idle = await latencies(other, 25);
    let isOver = false;
    let calls = 0;
    const attack = (async () => {
      while (!isOver) {
        for (const [index, { value }] of sent.entries()) {
          await attacker.callTool({ name: `send${index}`, arguments: { value } });
          calls++;
        }
        await attacker.callTool({ name: "getWrong", arguments: {} });
        calls++;
      }
    })();
    const busy = await latencies(other, 25);
    isOver = true;
    await attack;
    t.diagnostic(
      `pings of an idle server: ${told(idle)}; while ${calls} expensive calls were made: ${told(busy)}`,
    );
    assert.ok(calls >= sent.length, "the expensive calls were answered");
    // A ping waits for one check, whose processor time another test limits; and for all else that this machine does.
    assert.ok(at(busy, 0.5) <= at(idle, 0.5) + 1000, told(busy));
    assert.ok(at(busy, 0.95) <= at(idle, 0.95) + 5000, told(busy));
    await Promise.all([attacker.close(), other.close()]);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});

test("a document with a fixed value and a pattern that backtracks is generated and explained at once", async () => {
  const parameter = (name: string, pattern: string) => ({
    name,
    in: "query",
    schema: { type: "string", pattern, default: `${"a".repeat(60)}!` },
  });
  const get = {
    operationId: "get",
    parameters: [
      parameter("a", "^(a+)+$"),
      parameter("b", String.raw`^(\w+\s?)*$`),
      parameter("c", "^((a{1,100}){1,100}){1,100}$"),
    ],
    "x-mcp": { args: { a: { fix: `${"a".repeat(60)}!` }, b: { fix: `${"a".repeat(60)}!` } } },
    responses: { "204": { description: "ok" } },
  };
  const info = { title: "T", version: "1" };
  const written = { openapi: "3.1.0", info, servers: [{ url: "/" }], paths: { "/a": { get } } };
  writeFileSync(path.join(folder, "fixed.json"), JSON.stringify(written));
  for (const words of [
    ["fixed.json", "--out", "fixed", "--tests"],
    ["explain", "fixed.json", "get"],
  ]) {
    const begun = performance.now();
    const run = await runCommand(words, { cwd: folder });
    assert.ok(run.code !== null, run.stderr);
    assert.ok(performance.now() - begun < 60_000);
  }
});

async function connect(url: URL): Promise<Client> {
  const client = new Client({ name: "latency", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url) as Transport);
  return client;
}

async function latencies(client: Client, count: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let ping = 0; ping < count; ping++) {
    const begun = performance.now();
    await client.ping();
    found.push(performance.now() - begun);
    await wait(20);
  }
  return found.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)]!;
}

function told(sorted: readonly number[]): string {
  const ms = (share: number): string => `${at(sorted, share).toFixed(1)} ms`;
  return `median ${ms(0.5)}, 95% ${ms(0.95)}, longest ${ms(1)}`;
}
