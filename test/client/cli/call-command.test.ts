/** `mcp-codegen call`, on a server that is started, a document, and a server at a URL. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { cliPath, root, runCommand, type Finished } from "../../support/cli.js";

const shop = path.join(root, "test/client/cli/shop.mjs");
const petstore = path.join(root, "examples/petstore/openapi.yaml");
let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "call-command-"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

function call(
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly stdin?: string } = {},
): Promise<Finished> {
  return runCommand(["call", ...args], { cwd: folder, ...options });
}

/** Calls a tool of the shop. */
function callShop(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished> {
  return call([...args, "--", process.execPath, shop], env && { env });
}

test("arguments are converted as the tool's input schema says, and the result is printed as JSON", async () => {
  const given = ["text=5", "number=5", "yes=true", "size=small", "list=[1,2]", 'map={"a":1}'];
  const { code, stdout } = await callShop(["echo", ...given.flatMap((each) => ["--arg", each])]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    text: "5",
    number: 5,
    yes: true,
    size: "small",
    list: [1, 2],
    map: { a: 1 },
  });
});

test("large integers keep their digits in arguments and results", async () => {
  const { stdout } = await callShop([
    "echo",
    "--json",
    '{"text":"a","whole":1}',
    "--arg",
    "whole=9007199254740993",
  ]);
  assert.match(stdout, /"whole": 9007199254740993\b/);
});

test("a list is built from repeated arguments", async () => {
  const args = ["text=a", "list=1", "list=2"].flatMap((each) => ["--arg", each]);
  const { stdout } = await callShop(["echo", ...args]);
  assert.deepEqual(JSON.parse(stdout).list, [1, 2]);
});

test("a value is read from a file, and @@ begins a text with @", async () => {
  writeFileSync(path.join(folder, "text.txt"), "from a file\n");
  const fromFile = await callShop(["echo", "--arg", "text=@text.txt"]);
  assert.equal(JSON.parse(fromFile.stdout).text, "from a file\n");
  const literal = await callShop(["echo", "--arg", "text=@@text.txt"]);
  assert.equal(JSON.parse(literal.stdout).text, "@text.txt");
});

test("wrong usage ends with 2 and says what is right, before anything is called", async () => {
  const rows: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [["eco"], /no tool eco\. Did you mean echo\?/],
    [["nothing-like-it"], /--list shows the tools/],
    [["echo"], /The argument text is missing: --arg text=… \(Any text\.\)/],
    [["echo", "--arg", "txet=a"], /no argument txet\. Did you mean text\?/],
    [["echo", "--arg", "text=a", "--arg", "number=many"], /number must be a number/],
    [["echo", "--arg", "text=a", "--arg", "size=huge"], /size must be "small" or "large"/],
    [["echo", "--arg", "text=a", "--arg", "text=b"], /text is given more than once/],
    [["echo", "--arg", "text=@none.txt"], /none\.txt does not exist/],
    [["echo", "--arg", "text"], /expected NAME=VALUE/],
    [["echo", "--json", "[1]"], /--json must be an object/],
    [["echo", "--json", "{"], /--json is not valid JSON/],
    [["echo", "--header", "A: b"], /--header is for servers at a URL/],
    [["echo", "--pass-env", "NOT_SET_HERE"], /NOT_SET_HERE is not set/],
    [[], /Name the tool to call/],
  ];
  await Promise.all(
    rows.map(async ([args, says]) => {
      const { code, stdout, stderr } = await callShop(args);
      assert.match(stderr, says);
      assert.equal(code, 2, stderr);
      assert.equal(stdout, "");
    }),
  );
});

test("a tool that fails ends with 1, and its text is on standard error", async () => {
  const { code, stdout, stderr } = await callShop(["fail"]);
  assert.deepEqual([code, stdout, stderr], [1, "", "Sold out.\n"]);
  const raw = await callShop(["fail", "--raw"]);
  assert.equal(raw.code, 1);
  assert.equal(JSON.parse(raw.stdout).isError, true);
});

test("a server that can't be started ends with 1", async () => {
  const { code, stderr } = await call(["echo", "--", "no-such-program-at-all"]);
  assert.equal(code, 1);
  assert.match(stderr, /no-such-program-at-all/);
});

test("an image is a line with its type and size, and --output writes it", async () => {
  const { stdout } = await callShop(["photo"]);
  assert.equal(stdout, "A photo:\n(image: image/png, 70 bytes; --output FILE writes it)\n");
  const written = await callShop(["photo", "--output", "photo.png"]);
  assert.equal(written.code, 0, written.stderr);
  assert.equal(readFileSync(path.join(folder, "photo.png")).subarray(1, 4).toString(), "PNG");
  const none = await callShop(["controls", "--output", "none.png"]);
  assert.equal(none.code, 1);
});

test("a program that reads the output gets a text as it is", async () => {
  const { stdout } = await callShop(["controls"]);
  assert.equal(stdout, "\u001b[31mred\u0007\ttab\n");
});

test("a failure's control characters never reach a terminal", async () => {
  const { stderr } = await callShop(["eco\u001b[31m"]);
  assert.equal(stderr.includes("\u001b"), false);
});

test("a server gets the variables that every program needs and those that are passed on", async () => {
  const env = { ...process.env, SHOP_SECRET: "s", OTHER_SECRET: "o" };
  const { stdout } = await callShop(["environment", "--pass-env", "SHOP_SECRET"], env);
  assert.match(stdout, /\bPATH\b/);
  assert.match(stdout, /\bSHOP_SECRET\b/);
  assert.doesNotMatch(stdout, /OTHER_SECRET/);
});

test("without a terminal, a server can't ask", async () => {
  const { code, stderr } = await callShop(["ask"]);
  assert.equal(code, 1);
  assert.notEqual(stderr, "");
});

test("--list shows the tools, or the arguments of one", async () => {
  const all = await callShop(["--list"]);
  assert.match(all.stdout, /^echo +Returns its arguments as JSON\.$/m);
  const one = await callShop(["echo", "--list"]);
  assert.match(one.stdout, /^text +a text: Any text\.$/m);
  assert.match(one.stdout, /^size +"small" or "large", optional$/m);
});

test(
  "Ctrl-C cancels the call and ends the server",
  { skip: process.platform === "win32" },
  async () => {
    const args = ["call", "slow", "--verbose", "--", process.execPath, shop];
    const child = spawn(process.execPath, [cliPath, ...args], { stdio: "pipe" });
    let shown = "";
    child.stderr.on("data", (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.includes("slow began") && !child.killed) child.kill("SIGINT");
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(code, 130, shown);
    assert.match(shown, /slow was cancelled/);
  },
);

/** Why nothing can be typed: util-linux has the program that makes terminals. */
const noTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") !== true;

/** Calls a tool of the shop at a terminal, and types an answer whenever a prompt appears. */
async function callAtTerminal(tool: string, answers: readonly string[]): Promise<string> {
  const words = [process.execPath, cliPath, "call", tool, "--", process.execPath, shop];
  const line = words.map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", line, "/dev/null"], { stdio: "pipe" });
  const left = [...answers];
  let shown = "";
  let from = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (!/(?:\[y\/N\] |\]: )$/.test(shown.slice(from))) return;
    from = shown.length;
    child.stdin.write(`${left.shift() ?? ""}\n`);
  });
  await new Promise((resolve) => child.on("close", resolve));
  return shown.replaceAll("\r\n", "\n");
}

describe("at a terminal", { skip: noTerminal }, () => {
  test("the server's questions are asked, until the answer fits", async () => {
    const shown = await callAtTerminal("ask", ["y", "many", "7"]);
    assert.match(shown, /It must be a whole number\./);
    assert.match(shown, /accept \{"count":7\}/);
    assert.match(await callAtTerminal("ask", ["n"]), /decline/);
  });

  test("control characters of the server's texts are escaped", async () => {
    const result = await callAtTerminal("controls", []);
    assert.ok(result.includes("\\u001b[31mred\\u0007\ttab"), result);
    const question = await callAtTerminal("ask", ["n"]);
    assert.ok(question.includes("How many?\\u001b[2J"), question);
  });
});

test("a quoted command is split into words without a shell", async () => {
  const { code, stdout } = await call([
    `"${process.execPath}" "${shop}"`,
    "echo",
    "--arg",
    "text=a b",
  ]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).text, "a b");
  const forShell = await call([`${process.execPath} ${shop}; echo done`, "echo"]);
  assert.equal(forShell.code, 2);
  assert.match(forShell.stderr, /written for a shell/);
});

test("a document is served in the process, and its operations are called by name", async () => {
  const { code, stdout, stderr } = await call([petstore, "getPet", "--mock", "--arg", "petId=1"]);
  assert.equal(code, 0, stderr);
  assert.equal(typeof JSON.parse(stdout).name, "string");
  const unknown = await call([petstore, "getPets", "--mock"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Did you mean getPet\?/);
});

test("a document that can't be used ends with 1 and a diagnostic", async () => {
  writeFileSync(path.join(folder, "broken.yaml"), "openapi: 3.1.0\n");
  const { code, stderr } = await call(["broken.yaml", "getPet"]);
  assert.equal(code, 1);
  assert.match(stderr, /^error\[|broken\.yaml.*error\[/m);
});
