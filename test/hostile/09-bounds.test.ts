/** Number 9 of the hostile inputs: much work for little input ends, and says what was stopped. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { McpServer, serveHttp } from "../../runtime/index.js";
import { parseMediaType } from "../../runtime/contract/media-type.js";
import { nestsTooDeep } from "../../runtime/protocol/nesting.js";
import { ReadingPace } from "../../runtime/transports/reading-pace.js";
import { EventReader, type StreamEvent } from "../../runtime/net/event-reader.js";
import { ItemReader } from "../../runtime/upstream/response/stream-items.js";
import { Redactor } from "../../runtime/protocol/text/redactor.js";
import { generate } from "../../src/generate.js";
import { type Generation } from "../../src/read-surface.js";
import { defaultOptions, type Options } from "../../src/options/table.js";
import { runCommand } from "../support/cli.js";
import { documents } from "./bounds/documents.js";

const folder = mkdtempSync(path.join(os.tmpdir(), "bounds-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the processor time of some work in seconds: other processes don't count, however busy the machine is. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Writes one of the documents and returns its file. */
function written(name: string): string {
  const document = documents[name]?.();
  const file = path.join(folder, name.startsWith("YAML") ? "openapi.yaml" : "openapi.json");
  writeFileSync(file, typeof document === "string" ? document : JSON.stringify(document));
  return file;
}

function run(name: string, options: Partial<Options>): Promise<Generation> {
  return generate(written(name), { ...defaultOptions(), ...options }, { cwd: folder });
}

describe("the generator", () => {
  const large = [
    "a path of 40 KB with 5,000 parameters",
    "a path with 5,000 undeclared parameters",
    "3,000 $ids",
    "20,000 chained $refs",
    "5,000 missing $refs beside 5,000 names",
    "5,000 missing $refs with names of 1 KB",
    "20,000 colliding component names",
    "20,000 colliding security schemes",
    "500 alternatives of 20 security schemes",
    "texts of spaces and dots",
    "runs of one character before another",
    "YAML: schemas by aliases that double",
  ];
  for (const name of large) {
    test(`ends within seconds for ${name}`, async () => {
      const options = { tests: name.startsWith("runs of") };
      const seconds = await secondsOf(() => run(name, options));
      assert.ok(seconds < 10, `${seconds} s`);
    });
  }

  const doubling = Object.keys(documents).filter((name) => name.startsWith("25 doublings"));
  test("makes tests for members that double within seconds, or says why it makes none", async () => {
    for (const name of doubling) {
      let made: Generation | undefined;
      const seconds = await secondsOf(async () => {
        made = await run(name, { tests: true });
      });
      assert.ok(seconds < 10, `${name}: ${seconds} s`);
      assert.ok(made?.files, `${name}: ${JSON.stringify(made?.diagnostics)}`);
    }
  });

  for (const command of ["explain", "list"]) {
    test(
      `${command} ends within seconds for members that double`,
      { timeout: 60_000 },
      async () => {
        const args = [
          written("25 doublings of required members"),
          ...(command === "explain" ? ["op"] : []),
        ];
        const { code, stdout, stderr } = await runCommand([command, ...args], { cwd: folder });
        assert.equal(code, 0, stderr);
        assert.match(stdout, command === "explain" ? /it requires more than 2000 values/ : /op/);
      },
    );
  }

  test("stops a run that spends its budget of work, and says where", async () => {
    const { files, diagnostics } = await run("a chain of 2,000 allOfs", { "max-work": 5_000 });
    assert.equal(files, undefined);
    const [stopped, ...more] = diagnostics.filter(({ severity }) => severity === "error");
    assert.deepEqual(more, []);
    assert.equal(stopped?.code, "work-exceeded");
    assert.match(stopped?.message ?? "", /5,000 steps of work, while reading/);
    assert.match(stopped?.at?.pointer ?? "", /^\/(?:components|paths)\//);
    assert.match(stopped?.hint ?? "", /--max-work/);
  });

  test("stops at the same place each time", async () => {
    const places = [];
    for (let i = 0; i < 2; i += 1) {
      const { diagnostics } = await run("3,000 $ids", { "max-work": 9_000 });
      places.push(diagnostics.map(({ code, message, at }) => ({ code, message, at })));
    }
    assert.deepEqual(places[0], places[1]);
  });
});

describe("clients that read slowly", () => {
  test("a client that does not read a large answer is cut", async (t) => {
    const server = new McpServer({ name: "s", version: "1" });
    server.tool({ name: "large" }, () => "x".repeat(16 * 1024 * 1024));
    const http = await serveHttp(server, { port: 0, sessions: false });
    const accepted: Socket[] = [];
    http.server.on("connection", (socket: Socket) => accepted.push(socket));
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const client = connect(Number(new URL(http.url).port), "127.0.0.1");
    client.on("error", () => {});
    client.pause();
    client.write(request({ name: "large", arguments: {} }));
    await until(() => (accepted[0]?.writableLength ?? 0) > 1024 * 1024);
    t.mock.timers.tick(29_000);
    await until(() => true);
    assert.equal(accepted[0]?.destroyed, false, "within half a minute");
    t.mock.timers.tick(10 * 60_000);
    await until(() => accepted[0]?.destroyed === true);
    t.mock.timers.reset();
    client.destroy();
    await http.close();
  });

  test("a stream is cut when its client leaves bytes unread, however little it reads now and then", () => {
    const pace = new ReadingPace();
    let isCut = false;
    let unread = 1_000_000;
    for (let second = 0; second <= 120; second += 15) {
      isCut ||= pace.isTooSlow(1_000_000, unread, second * 1_000);
      unread -= 15;
    }
    assert.ok(isCut);
  });

  test("a client that keeps up with a busy stream is not cut", () => {
    const pace = new ReadingPace();
    for (let second = 0; second <= 600; second += 15) {
      assert.equal(pace.isTooSlow(1_000_000 + second * 100_000, 50_000, second * 1_000), false);
    }
  });
});

describe("streams of an API", () => {
  const broken: Record<string, string> = {
    "unknown fields": "a\n",
    "fields without a name": ":\n",
    "wrong times to reconnect": "retry: soon\n",
    "events that are not JSON": "data: {\n\n",
    "carriage returns": "\r",
    "events without data": "id: 1\n\n",
  };
  for (const [what, line] of Object.entries(broken)) {
    test(`two megabytes of ${what} take microseconds each`, async () => {
      const text = line.repeat((2 * 1024 * 1024) / line.length);
      const seconds = await secondsOf(() => read(text, 64 * 1024));
      assert.ok(seconds < 3, `${seconds} s`);
    });
  }

  test("an event that never ends takes no more time than one that does", async () => {
    const seconds = await secondsOf(() => read(`data: ${"x".repeat(2 * 1024 * 1024)}`, 64));
    assert.ok(seconds < 3, `${seconds} s`);
  });

  test("events are read alike, wherever chunks are cut", () => {
    const text =
      'event: a\r\nid: 1\rdata: {"b":\ndata: 2}\r\n\r\n: c\n\ndata\n\ndata:x\n\nid: 9\0\ndata:  y\r\r';
    const whole = eventsOf(text, text.length);
    assert.deepEqual(whole, [
      { event: "a", id: "1", data: '{"b":\n2}' },
      { data: "" },
      { data: "x" },
      { data: " y" },
    ]);
    for (let size = 1; size < text.length; size += 1) assert.deepEqual(eventsOf(text, size), whole);
  });

  test("JSON after broken items is still read as JSON", () => {
    const items = itemsOf(`${"data: {\n\n".repeat(900)}data: {"a":1}\n\n`);
    assert.deepEqual(items.at(-1), { a: 1 });
    assert.equal(items.length, 901);
  });
});

test("the depth of JSON is checked before it is parsed", async () => {
  const deep = "[".repeat(5_000_000);
  const seconds = await secondsOf(() => assert.ok(nestsTooDeep(deep)));
  assert.ok(seconds < 1, `${seconds} s`);
  assert.ok(!nestsTooDeep(JSON.stringify(deep)), "brackets in a string do not nest");
});

function request(params: object): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return [
    "POST /mcp HTTP/1.1",
    "host: 127.0.0.1",
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    "mcp-protocol-version: 2025-11-25",
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

/** Waits with real time, while the timers are mocked. */
async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  do {
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(performance.now() < end, "timed out");
  } while (!condition());
}

function itemsOf(text: string, size = 64 * 1024): unknown[] {
  const items: unknown[] = [];
  const reader = new ItemReader(
    parseMediaType("text/event-stream")!,
    new TextDecoder(),
    "items",
    new Redactor([]),
    ({ value }) => items.push(value),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size));
  reader.end();
  return items;
}

function read(text: string, size: number): void {
  itemsOf(text, size);
}

function eventsOf(text: string, size: number): StreamEvent[] {
  const events: StreamEvent[] = [];
  const reader = new EventReader((event) => events.push(event));
  for (let at = 0; at < text.length; at += size) reader.feed(text.slice(at, at + size));
  return events;
}
