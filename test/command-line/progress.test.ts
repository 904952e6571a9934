/** What is shown while a command works for long: on a terminal, in a log, and in CI. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { createProgress } from "../../src/cli/progress.js";
import { stop, listen } from "../support/loopback.js";
import { runHere, type Printed } from "../support/run-here.js";

const talks = { quiet: false, json: false };
/** Longer than a terminal waits before it shows a step. */
const slowMs = 700;

let server: Server;
let url: string;
let folder: string;

before(async () => {
  server = createServer((request, response) => {
    const answer = request.url === "/openapi.json" ? documentText : schemaText;
    setTimeout(() => response.end(answer), slowMs);
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  folder = mkdtempSync(path.join(tmpdir(), "progress-"));
});

after(async () => {
  await stop(server);
  rmSync(folder, { recursive: true, force: true });
});

const schemaText = '{ "type": "object" }';
const content = { "application/json": { schema: { $ref: "pet.json" } } };
const documentText = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Slow", version: "1" },
  servers: [{ url: "https://slow.test" }],
  paths: { "/pets": { get: { responses: { 200: { description: "OK", content } } } } },
});

/** Runs a command as on a terminal, or in CI on a terminal. */
async function onTerminal(args: readonly string[], ci?: string): Promise<Printed> {
  const { isTTY } = process.stderr;
  const before = process.env["CI"];
  process.stderr.isTTY = true;
  if (ci === undefined) delete process.env["CI"];
  else process.env["CI"] = ci;
  try {
    return await runHere(args);
  } finally {
    process.stderr.isTTY = isTTY;
    if (before === undefined) delete process.env["CI"];
    else process.env["CI"] = before;
  }
}

test("a terminal sees which host a slow document and its references come from", async () => {
  const { stdout, stderr, code } = await onTerminal(["list", `${url}/openapi.json`]);
  assert.equal(code, 0);
  const { host } = new URL(url);
  const [, ...lines] = stderr.split("\r\u001b[K");
  assert.equal(lines[0], `Downloading from ${host}…`);
  // The line is cleared before anything else is printed.
  assert.equal(lines.at(-1)?.includes("…"), false);
  assert.doesNotMatch(stdout, /Downloading/);
  assert.ok(!stdout.includes("\u001b"));
  assert.match(stdout, /GET \/pets/);
});

test("the project that is compiled is told, and the line is cleared before the result", async () => {
  const args = [`${url}/openapi.json`, "--out", path.join(folder, "server")];
  const { stdout, stderr } = await onTerminal(args);
  const lines = stderr.split("\r\u001b[K");
  assert.ok(lines.includes("Reading the operations…"), stderr);
  assert.ok(lines.includes("Compiling the project…"), stderr);
  assert.match(lines.at(-1) ?? "", /^Wrote \d+ files/);
  assert.equal(stdout, "");
});

for (const [about, args] of [
  ["--json", ["list", "--json"]],
  ["--quiet", ["list", "--quiet"]],
] as const) {
  test(`${about} shows no progress, on a terminal either`, async () => {
    const { stdout, stderr } = await onTerminal([...args, `${url}/openapi.json`]);
    assert.equal(stderr, "");
    assert.doesNotMatch(stdout, /Downloading/);
    assert.ok(!stdout.includes("\u001b"));
  });
}

test("no line changes in CI or in a log", async () => {
  for (const run of [onTerminal, runHere]) {
    const { stderr } = await run(["list", `${url}/openapi.json`], "true");
    assert.equal(stderr, "");
  }
});

test("a log gets one plain line of work that takes long", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const printed: string[] = [];
  t.mock.method(process.stderr, "write", (text: string) => printed.push(text) > 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = false;
  try {
    const progress = createProgress(talks);
    progress.show("Downloading from api.example");
    t.mock.timers.tick(9_000);
    assert.deepEqual(printed, []);
    t.mock.timers.tick(2_000);
    progress.show("Reading the operations");
    t.mock.timers.tick(60_000);
    progress.show("Writing the code");
    progress.done();
    assert.deepEqual(printed, ["Downloading from api.example…\n"]);
  } finally {
    process.stderr.isTTY = isTTY;
  }
});
