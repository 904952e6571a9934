/** A server as a process: bytes in, bytes out, exit code. */
import assert from "node:assert/strict";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { LineSplitter } from "../../../runtime/transports/stdio/line-splitter.js";
import { McpServer, serveStdio } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import type { Answer } from "../../support/peer.js";
import { CheckedFetch } from "../../support/wire/checked-fetch.js";
import { checkStdio, watchStdio } from "../../support/wire/watch-stdio.js";
import { BusyZoo } from "../../support/servers/zoo-server.js";
import { runTypeScript } from "../../support/typescript/flags.js";

const program = fileURLToPath(new URL("../../support/servers/stdio-main.ts", import.meta.url));
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const echo = (id: number, text: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "echo", arguments: { text } },
  });

/** Problems found by the wire check in the running test, per child process. */
let problems: (() => Error | undefined)[] = [];

afterEach(() => {
  const found = problems.map((each) => each()).find((each) => each !== undefined);
  problems = [];
  if (found) throw found;
});

test("text arrives unchanged however its bytes are cut, and only 0x0A ends a message", async () => {
  const text = "é - — 🚀 太郎\u2028x\u2029end";
  const child = start();
  child.stdin.write(`${initialize}\n${initialized}\n`);
  await once(child.stdout, "data");
  for (const byte of Buffer.from(`${echo(1, text)}\n`)) {
    child.stdin.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.stdin.write(`${echo(2, text)}\n${echo(3, text)}\n`);
  child.stdin.write(`${echo(4, text)}\r\n`);
  const { lines, code } = await finish(child);
  assert.equal(code, 0);
  const answers = lines.map((line) => JSON.parse(line) as Answer);
  const texts = answers
    .filter(({ id }) => id !== undefined && id !== 0)
    .map(({ result }) => (result!["content"] as { text: string }[])[0]?.text);
  assert.deepEqual(texts, [text, text, text, text]);
});

test("bad lines don't end the server", async () => {
  const child = start({}, [], true);
  const lines = [
    initialize,
    initialized,
    '{"jsonrpc":"2.0","method":"x","params":',
    "garbage",
    "",
    "   ",
    "42",
    '"text"',
    "null",
    '{"jsonrpc":"2.0","id":5}',
    '{"id":6,"method":"ping"}',
  ];
  child.stdin.write(`${lines.join("\n")}\n`);
  child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/unheard-of"}\n');
  child.stdin.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
  const { lines: out, code } = await finish(child);
  assert.equal(code, 0);
  const answers = out.map((line) => JSON.parse(line) as Answer);
  assert.deepEqual(answers.find(({ id }) => id === 7)?.result, {});
  assert.deepEqual(
    answers
      .filter(({ error }) => error)
      .map(({ id, error }) => `${id ?? "no id"}: ${error?.code}`)
      .sort(),
    [
      "5: -32600",
      "6: -32600",
      "no id: -32600",
      "no id: -32600",
      "no id: -32600",
      "no id: -32700",
      "no id: -32700",
      "no id: -32700",
    ],
  );
});

test("what other code prints goes to stderr, and does not keep the server alive", async () => {
  const child = start({ NOISE: "1" });
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.write(`${initialize}\n${initialized}\n`);
  for (const id of [1, 2, 3]) {
    child.stdin.write(`${echo(id, "hi")}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { lines, code } = await finish(child);
  assert.equal(code, 0);
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as Answer).id),
    [0, 1, 2, 3],
  );
  const printed = Buffer.concat(stderr).toString();
  for (const noise of ["log line", "debug", "raw write"]) assert.ok(printed.includes(noise), noise);
});

test("answers that are still due when stdin ends are sent", async () => {
  const child = start();
  const late =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"late","arguments":{"ms":100}}}';
  child.stdin.write(`${initialize}\n${late}\n`);
  const { lines, code } = await finish(child);
  assert.equal(code, 0);
  assert.equal((JSON.parse(lines.at(-1) ?? "") as Answer).id, 1);
});

test("a client that stops reading ends the server without a stack trace", async () => {
  const child = start();
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.write(`${initialize}\n`);
  await once(child.stdout, "data");
  child.stdout.destroy();
  const exit = once(child, "exit");
  const flood = setInterval(() => child.stdin.write(`${echo(1, "hi")}\n`), 5);
  const [code] = (await exit) as [number];
  clearInterval(flood);
  assert.equal(code, 0);
  assert.equal(Buffer.concat(stderr).toString(), "");
});

test("signals end the server with code 0", async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const child = start();
    child.stdin.write(`${initialize}\n`);
    await once(child.stdout, "data");
    child.kill(signal);
    assert.deepEqual(await once(child, "exit"), [0, null], signal);
  }
});

test("a line that is too long is refused, and the next one is answered", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const served = serveStdio(new BusyZoo(), { input, output, maxLineBytes: 100 });
  input.write(`${"x".repeat(60)}`);
  input.write(`${"x".repeat(60)}`);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  input.write(`${"x".repeat(500)}\n${ping}\n`);
  input.end();
  await served;
  const text = String(output.read());
  checkStdio(ping, text);
  const lines = text.trim().split("\n");
  const answers = lines.map((line) => JSON.parse(line) as Answer);
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [undefined, -32600],
      [1, undefined],
    ],
  );
});

test("a slow reader stops the server from reading on", async () => {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1000 });
  const served = serveStdio(new BusyZoo(), { input, output });
  const calls = Array.from({ length: 100 }, (_, id) => `${echo(id, "x".repeat(100))}\n`);
  for (const each of calls) input.write(each);
  await eventually(() => input.isPaused());
  input.end();
  let text = "";
  output.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await served;
  checkStdio(calls.join(""), text);
  assert.equal(text.trim().split("\n").length, 100);
});

test("requests that come together are answered in one write; what goes before an answer waits for none", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const writes: string[] = [];
  output.on("data", (chunk: Buffer) => writes.push(chunk.toString()));
  const server = new McpServer({ name: "test", version: "1" });
  server.tool({ name: "work" }, (_, context) => {
    context.progress(1);
    return "done";
  });
  const served = serveStdio(server, { input, output });
  const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`;
  const work = (id: number): string =>
    `${JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "work", arguments: {}, _meta: { progressToken: "p" } },
    })}\n`;
  // The first call waits for lazily loaded code.
  input.write(work(0));
  await eventually(() => writes.join("").includes('"id":0'));
  const before = writes.splice(0).join("");
  const asked = `${ping(1)}${ping(2)}${work(3)}${ping(4)}`;
  input.end(asked);
  await served;
  checkStdio(work(0) + asked, before + writes.join(""));
  const kinds = writes.map((text) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Answer & { method?: string })
      .map(({ id, method }) => method ?? id),
  );
  assert.deepEqual(kinds, [
    [1, 2, "notifications/progress"],
    [3, 4],
  ]);
});

test("lines are cut at 0x0A only", () => {
  const rows: [chunks: string[], want: string[]][] = [
    [["a\nb\n"], ["a", "b"]],
    [
      ["a", "b", "\n", "c"],
      ["ab", "c"],
    ],
    [["\n\n \n\t\r\na"], ["a"]],
    [["a\u2028b\u0085c\u000bd\n"], ["a\u2028b\u0085c\u000bd"]],
    [["\ufeffa\n"], ["a"]],
  ];
  for (const [chunks, want] of rows) {
    const got: string[] = [];
    const lines = new LineSplitter(100, { line: (text) => got.push(text), tooLong: () => {} });
    for (const chunk of chunks) lines.push(Buffer.from(chunk));
    lines.end();
    assert.deepEqual(got, want, JSON.stringify(chunks));
  }
});

test("a wrong command line is reported on stderr, with code 2", async () => {
  const child = start({}, ["--htp"]);
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const { lines, code } = await finish(child);
  assert.equal(code, 2);
  assert.deepEqual(lines, []);
  assert.match(Buffer.concat(stderr).toString(), /--htp/);
});

test("--http serves on a port, says where on stderr, and ends on a signal", async () => {
  const child = start({}, ["--http", "0", "--mock"]);
  const [first] = (await once(child.stderr, "data")) as [Buffer];
  const url = /http:\S+/.exec(first.toString())?.[0] ?? "";
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "*/*" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "getAnimal", arguments: { id: 1 } },
    }),
  });
  const response = await new CheckedFetch().fetch(request);
  const { result } = (await response.json()) as Answer;
  assert.equal(result?.["isError"], undefined);
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("a signal that comes while a server starts ends it, too", async (t) => {
  for (const args of [[], ["--http", "0"]]) {
    const child = start({ STOPPED_EARLY: "1" }, args);
    t.after(() => child.kill("SIGKILL"));
    const end = once(child, "exit", { signal: AbortSignal.timeout(20_000) });
    assert.deepEqual(await end, [0, null], args.join(" "));
  }
});

/** @param malformed the test's messages break the schema on purpose */
function start(env: Record<string, string> = {}, args: string[] = [], malformed = false) {
  const child = spawn(process.execPath, [...runTypeScript, program, ...args], {
    env: { ...process.env, ...env },
  });
  problems.push(watchStdio({ input: child.stdin, output: child.stdout }, malformed));
  return child;
}

/** Ends the program's input and waits for its exit. */
async function finish(
  child: ChildProcessWithoutNullStreams,
): Promise<{ lines: string[]; code: number | null }> {
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = once(child, "close") as Promise<[number | null]>;
  child.stdin.end();
  const [code] = await closed;
  const lines = Buffer.concat(chunks).toString().split("\n");
  return { lines: lines.filter((line) => line !== ""), code };
}
