/** Texts of documents, callers and APIs on a terminal. What models read is in 05-texts-for-models.test.ts. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { runHere, type Printed } from "../support/run-here.js";
import { runProgram } from "./texts/run-program.js";
import { hiddenPattern, museum, poisoned, poisonTexts } from "./texts/poisoned-document.js";

let folder: string;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "texts-"));
  process.chdir(folder);
  const document = poisonTexts(museum()) as { paths: Record<string, unknown> };
  document.paths[poisoned("/broken")] = {
    get: { operationId: poisoned("broken"), parameters: [{ $ref: `#/${poisoned("nothing")}` }] },
  };
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  writeFileSync(path.join(folder, poisoned("named.json")), JSON.stringify(museum()));
  const { code, stderr } = await cli("openapi.json", "--out", "out", "--name", "museum");
  assert.equal(code, 0, stderr);
  assertVisible("generate", stderr);
});

after(() => rmSync(folder, { recursive: true, force: true }));

function cli(...args: readonly string[]): Promise<Printed> {
  return runHere(args);
}

function assertVisible(what: string, text: string): void {
  const found = hiddenPattern.exec(text);
  const around =
    found && JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 9));
  assert.equal(found, null, `${what} printed ${around}`);
}

const commands: readonly (readonly string[])[] = [
  ["list", "openapi.json"],
  ["list", "openapi.json", "--verbose"],
  ["explain", "openapi.json", "GET", "/rooms"],
  ["explain", "openapi.json", poisoned("absent")],
  ["auth", "doctor", "openapi.json"],
  ["auth", "login", "openapi.json"],
  ["auth", "login", "openapi.json", poisoned("scheme")],
  ["auth", poisoned("word"), "openapi.json"],
  ["openapi.json", "--dry-run", "--out", poisoned("elsewhere")],
  ["openapi.json", "--check", "--out", poisoned("elsewhere")],
  ["openapi.json", `--${poisoned("option")}`],
  ["openapi.json", "--mode", poisoned("mode")],
  ["openapi.json", "--config", poisoned("config.json")],
  ["openapi.json", "--routes", poisoned("routes.yaml")],
  [poisoned("missing.json")],
  [poisoned("named.json"), "--dry-run", "--out", "named"],
  ["serve", "openapi.json", "--http", poisoned("port")],
  ["serve", "openapi.json", "--http", "0", "--host", poisoned("host")],
  ["list", `https://localhost:1/${encodeURIComponent("\u202e")}\u202e`],
];

test("no command prints a hidden character of a document, an argument or a file name", async () => {
  for (const args of commands) {
    const { stdout, stderr } = await cli(...args);
    assert.notEqual(stdout + stderr, "", `${args[0]} printed nothing`);
    assertVisible(`mcp-codegen ${JSON.stringify(args)}`, stdout + stderr);
  }
});

test("JSON on a terminal shows no hidden character and stays the same JSON", async () => {
  for (const args of [
    ["explain", "openapi.json", "POST", "/rooms", "--json"],
    ["auth", "doctor", "openapi.json", "--json"],
    ["openapi.json", "--dry-run", "--json"],
    ["openapi.json", "--print", "document"],
    ["openapi.json", "--print", "operations"],
    ["openapi.json", "--print", "surface"],
  ]) {
    const { stdout } = await cli(...args);
    assertVisible(`mcp-codegen ${args.join(" ")}`, stdout);
    JSON.parse(stdout);
  }
  const { stdout } = await cli("openapi.json", "--print", "document");
  const printed = JSON.parse(stdout) as { info: { title: string } };
  assert.equal(printed.info.title, poisoned("Museum"));
});

test("no line of output begins with words of a document", async () => {
  const forged = museum() as { info: { title: string }; paths: Record<string, unknown> };
  const line = "\nerror[syntax]: FORGED";
  forged.info.title = `T${line}`;
  forged.paths[`/x${line}`] = { post: { requestBody: { content: { "a/b": {} }, required: true } } };
  writeFileSync(path.join(folder, "forged.json"), JSON.stringify(forged));
  for (const args of [
    ["list", "forged.json", "--verbose"],
    ["forged.json", "--dry-run", "--out", `o${line}`],
    ["auth", "doctor", "forged.json"],
    ["serve", "forged.json", "--http", "65536"],
    ["explain", "forged.json", "nothing"],
  ]) {
    const { stdout, stderr } = await cli(...args);
    assert.doesNotMatch(stdout + stderr, /^error\[syntax\]: FORGED/m, args.join(" "));
  }
});

test("a generated server prints no hidden character, whatever it is started with", async () => {
  const main = path.join(folder, "out/dist/main.js");
  for (const args of [
    ["--help"],
    ["--http", poisoned("port")],
    ["--http", "0", "--host", poisoned("host")],
    ["login", "--port", poisoned("port")],
  ]) {
    const { stdout, stderr } = await runProgram(main, args);
    assert.notEqual(stdout + stderr, "", `${args.join(" ")} printed nothing`);
    assertVisible(`the server with ${JSON.stringify(args)}`, stdout + stderr);
  }
});

test("the log shows no hidden character of an error, as text and as JSON", async () => {
  const main = path.join(folder, "out/src/log.mjs");
  const message = JSON.stringify(`${poisoned("failed")}\nFORGED`);
  writeFileSync(
    main,
    `import { writeLogEntry } from ${JSON.stringify(logModule)};
     const error = new Error(${message}, { cause: ${message} });
     writeLogEntry({ time: new Date(0), level: "warn", message: ${message}, facts: { a: ${message} }, error });`,
  );
  for (const format of ["text", "json"]) {
    const { stderr } = await runProgram(main, [], { MCP_LOG_FORMAT: format }, ["--import", "tsx"]);
    assertVisible(`the log as ${format}`, stderr);
    assert.doesNotMatch(stderr, /^FORGED/m);
    if (format === "json") assert.equal(JSON.parse(stderr).msg, `${poisoned("failed")}\nFORGED`);
  }
});

const logModule = new URL("../../runtime/protocol/terminal/log-line.ts", import.meta.url).href;
