/** Payloads in every text and name of a document: none leaves its string or comment in the files that are written. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { generate, defaultOptions, type GeneratedFile, type Options } from "../../../src/index.js";
import { guardImport, runCommand } from "../../support/cli.js";
import { environmentFor } from "../../support/museum.js";
import { startRecorder } from "../../support/recorder.js";
import { checkCode, checkFile } from "./check-code.js";
import { payloadDocument, places } from "./payload-document.js";
import { payloads } from "./payloads.js";

let folder: string;
before(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "injection-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, payload] of Object.entries(payloads)) {
  test(`nothing of a document escapes its string: ${name}`, async () => {
    for (const version of ["2.0", "3.0.4", "3.1.1", "3.2.0"] as const) {
      const files = await generateFrom(payloadDocument(version, payload), { tests: true });
      // The runtime is copied as it is; no text of the document is in it.
      for (const file of files) if (file.role !== "runtime") checkFile(file);
    }
  });
}

test("the check finds code of a text", () => {
  const run = "globalThis.__pwned = 1";
  for (const code of [
    run,
    `\`\${${run}}\``,
    `const a = "";${run};"`,
    `const a = "`,
    "// @ts-nocheck",
  ]) {
    assert.throws(() => checkCode("x.ts", code), code);
  }
  checkCode("x.ts", `const a = "${run}"; // ${run}`);
});

test("the payloads reach every place of a document that holds a text", () => {
  assert.ok(Object.keys(payloads).length >= 52, "the list is at least as long as the review's");
  assert.ok(places("3.1.1") >= 60, `${places("3.1.1")} places`);
});

test("a server generated from all payloads starts, lists and calls, and runs none of them", async () => {
  const out = path.join(folder, "out");
  const input = path.join(folder, "all.json");
  writeFileSync(input, JSON.stringify(allPayloads()));
  const run = await runCommand([input, "--out", out, "--tests"], { cwd: folder });
  assert.equal(run.code, 0, run.stderr.slice(0, 2000));
  assert.doesNotMatch(run.stderr, /^GUARD/m);
  const upstream = await startRecorder();
  try {
    const { stderr, tools, answers } = await callAll(out, {
      NODE_OPTIONS: `--import=${guardImport}`,
      ...environmentFor(out, upstream.url),
    });
    assert.doesNotMatch(stderr, /^GUARD/m);
    assert.equal(tools, Object.keys(payloads).length);
    assert.equal(answers, tools, "every call is answered");
  } finally {
    await upstream.close();
  }
});

async function generateFrom(
  document: object,
  more: Partial<Options>,
): Promise<readonly GeneratedFile[]> {
  const { files, surface, model, diagnostics } = await generate(
    "-",
    { ...defaultOptions(), ...more },
    { cwd: folder, readStdin: () => Promise.resolve(JSON.stringify(document)) },
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.ok(files, `nothing is generated: ${errors.map(({ message }) => message).join("; ")}`);
  assert.equal(surface?.operations.length, model?.total, "no operation is left out");
  return files;
}

/** One operation for each payload. */
function allPayloads(): object {
  const entries = Object.values(payloads).map((payload, index) => {
    const body = {
      type: "object",
      properties: { [payload]: { type: "string", description: payload, default: payload } },
    };
    const operation = {
      operationId: `${payload}${index}`,
      summary: payload,
      description: payload,
      parameters: [
        { name: payload, in: "query", description: payload, schema: { enum: [payload] } },
      ],
      requestBody: { content: { "application/json": { schema: body } } },
      responses: { 200: { description: payload, content: { "application/json": {} } } },
    };
    return [`/p${index}`, { post: operation }];
  });
  return {
    openapi: "3.1.1",
    info: { title: Object.values(payloads).join(" "), version: "1", description: "x" },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: Object.fromEntries(entries) as object,
  };
}

/** Starts a generated server on stdio, lists its tools and calls each without arguments. */
async function callAll(
  out: string,
  env: Record<string, string>,
): Promise<{ stderr: string; tools: number; answers: number }> {
  mkdirSync(out, { recursive: true });
  const child = spawn(process.execPath, [path.join(out, "dist/main.js")], {
    env: { ...process.env, ...env },
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const waiting = new Map<number, (answer: { result?: unknown }) => void>();
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number; result?: unknown };
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    }
  });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let last = 0;
  const ask = (method: string, params: object): Promise<{ result?: unknown }> => {
    const id = ++last;
    send({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  await ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "attacker", version: "1" },
  });
  send({ method: "notifications/initialized" });
  const { result } = await ask("tools/list", {});
  const { tools } = result as { tools: { name: string }[] };
  const answers = await Promise.all(
    tools.map(({ name }) => ask("tools/call", { name, arguments: {} })),
  );
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  return { stderr, tools: tools.length, answers: answers.length };
}
