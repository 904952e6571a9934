/** Servers as child processes: how they start, and that nothing of them is left. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { McpConnectionError } from "../../../runtime/client/errors.js";
import { checkCommand, commandName } from "../../../runtime/client/process/command.js";
import { childEnvironment } from "../../../runtime/client/process/environment.js";
import { ServerProcess } from "../../../runtime/client/process/server-process.js";
import type { StdioServer } from "../../../runtime/client/client-options.js";
import { cleanUp } from "../../support/clean-up.js";
import { watchLeaks } from "../../support/client/leaks.js";
import { childrenOf, processesWith } from "../../support/client/processes.js";
import { eventually } from "../../support/eventually.js";

/** Runs a program of JavaScript. Its last argument marks it in lists of processes. */
function program(source: string, mark = "none", more: Partial<StdioServer> = {}): StdioServer {
  return { command: process.execPath, args: ["-e", source, mark], ...more };
}

async function started(server: StdioServer): Promise<ServerProcess> {
  const own = await ServerProcess.start(server, { name: "it", onStderr: server.onStderr });
  cleanUp.push(() => own.stop());
  return own;
}

async function outputOf(own: ServerProcess): Promise<string> {
  let text = "";
  for await (const chunk of own.output) text += chunk;
  return text;
}

const reads = "process.stdin.resume();";
const stubborn = `${reads} setInterval(() => {}, 1000); process.on("SIGTERM", () => {});`;

function folder(): string {
  const made = realpathSync(mkdtempSync(path.join(tmpdir(), "mcp-process-")));
  cleanUp.push(() => rmSync(made, { recursive: true }));
  return made;
}

test("a server receives the variables that programs need, those given, and no others", async () => {
  process.env["MCP_TEST_SECRET"] = "of-the-host";
  cleanUp.push(() => delete process.env["MCP_TEST_SECRET"]);
  const own = await started(
    program("console.log(JSON.stringify(process.env))", "none", { env: { GIVEN: "yes" } }),
  );
  const env = JSON.parse(await outputOf(own)) as Record<string, string>;
  assert.equal(env["GIVEN"], "yes");
  assert.equal(env["PATH"], process.env["PATH"]);
  assert.equal(env["HOME"], process.env["HOME"]);
  assert.equal(env["MCP_TEST_SECRET"], undefined);
  assert.equal(env["NODE_OPTIONS"], undefined);
});

test("exported functions of a shell are not passed on", () => {
  assert.deepEqual(childEnvironment({}, { TERM: "() { :; }; echo hacked" }, "linux"), {});
});

test("on Windows a given variable replaces another spelling of its name", () => {
  const inherited = { PATH: "C:\\Windows", TEMP: "C:\\Temp" };
  assert.deepEqual(childEnvironment({ Path: "D:\\bin" }, inherited, "win32"), {
    TEMP: "C:\\Temp",
    Path: "D:\\bin",
  });
});

test("arguments reach the server as they are: no shell reads them", async () => {
  const args = ["two words", "$HOME", "`id`", "; echo hacked", "*", '"quoted"', ""];
  const own = await started({
    command: process.execPath,
    args: ["-e", "console.log(JSON.stringify(process.argv.slice(1)))", "--", ...args],
  });
  assert.deepEqual(JSON.parse(await outputOf(own)), args);
});

test("cwd is the folder in which the server runs", async () => {
  const cwd = folder();
  const own = await started(program("console.log(process.cwd())", "none", { cwd }));
  assert.equal((await outputOf(own)).trim(), cwd);
});

const unusable: readonly [string, StdioServer, RegExp][] = [
  ["a program that is not installed", { command: "mcp-no-such-program" }, /PATH\. Install it/],
  ["a file that is not there", { command: "./no/such/file" }, /no file ".\/no\/such\/file"/],
  ["a command with its arguments", { command: "npx -y server" }, /one by one in args/],
  ["a folder that is not there", program("", "none", { cwd: "/no/such/folder" }), /option cwd/],
];
for (const [what, server, message] of unusable) {
  test(`${what} is a connection error that says what to do`, async () => {
    await assert.rejects(ServerProcess.start(server, { name: "its name" }), (error) => {
      assert.ok(error instanceof McpConnectionError);
      assert.match(error.message, /its name/);
      assert.match(error.message, message);
      assert.equal(error.server, "its name");
      return true;
    });
    assert.deepEqual(childrenOf(), []);
  });
}

test("a file that may not be run is a connection error that names chmod", async () => {
  const file = path.join(folder(), "server.sh");
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o644);
  await assert.rejects(ServerProcess.start({ command: file }, { name: "it" }), /chmod \+x/);
});

test("a command that no process can be is a TypeError", () => {
  const wrong: readonly [unknown, RegExp][] = [
    [{ command: "" }, /command must be/],
    [{ command: 7 }, /command must be/],
    [{ command: "a\0b" }, /NUL/],
    [{ command: "a", args: "-y package" }, /one text per argument/],
    [{ command: "a", args: [1] }, /args\[0\] must be a text, but is number/],
    [{ command: "a", env: { KEY: undefined } }, /env\.KEY must be a text/],
    [{ command: "a", env: { "A=B": "c" } }, /"A=B"/],
    [{ command: "a", env: ["A=B"] }, /env must be an object/],
    [{ command: "a", cwd: 1 }, /cwd must be a text/],
  ];
  for (const [server, message] of wrong) {
    assert.throws(() => checkCommand(server as StdioServer), { name: "TypeError", message });
  }
});

test("a server is named by its program, and by nothing that may be a credential", () => {
  const names: readonly [string, StdioServer][] = [
    ["npx @scope/server@1.2.0", { command: "npx", args: ["-y", "@scope/server@1.2.0", "/home"] }],
    ["npx", { command: "npx", args: ["--token", "abc123", "server"] }],
    [
      "docker ghcr.io/a/b:1",
      { command: "docker", args: ["run", "-i", "-e", "KEY=v", "ghcr.io/a/b:1"] },
    ],
    ["python3 my_server", { command: "/usr/bin/python3", args: ["-m", "my_server"] }],
    ["node server.js", { command: "node", args: ["--import", "tsx", "server.js", "secret"] }],
    ["node", { command: "node", args: ["postgres://user:password@host/db"] }],
    ["uvx.exe mcp-server-git", { command: "C:\\bin\\uvx.exe", args: ["mcp-server-git"] }],
    ["my-server", { command: "/opt/my-server", args: ["secret"] }],
  ];
  for (const [name, server] of names) assert.equal(commandName(server), name);
});

test("lines of standard error are handed out as they come, whole characters each", async () => {
  const lines: string[] = [];
  const source = `process.stderr.write(Buffer.from([0xc3])); setTimeout(() => {
    process.stderr.write(Buffer.from([0xa9, 0x0a])); process.stderr.write("two\\r\\nthree"); }, 20)`;
  const own = await started(program(source, "none", { onStderr: (line) => lines.push(line) }));
  await own.ended;
  assert.deepEqual(lines, ["é", "two", "three"]);
});

test("the end of standard error is shown without secrets and without effect on the terminal", async () => {
  const secret = "sk-0123456789";
  const key = "-----BEGIN-----\nabcdefghij\n-----END-----";
  const source = `for (let i = 0; i < 100; i++) console.error("line " + i);
    console.error("key " + process.env.KEY + " " + encodeURIComponent(process.env.KEY));
    console.error(process.env.PEM); console.error("\\x1b[2Jgone"); console.error(process.argv[1]);
    console.error("x".repeat(1e5)); process.exitCode = 3`;
  const server = {
    ...program(source),
    env: { KEY: secret, PEM: key },
    args: ["-e", source, "--", "--api-key=argument-secret"],
  };
  const own = await started(server);
  const end = await own.ended;
  const { message } = own.endError(end);
  assert.match(message, /exited with code 3\. The end of its standard error:\n {2}line /);
  assert.match(message, /\[redacted\]/);
  for (const hidden of [secret, "abcdefghij", "argument-secret", "\u001b"]) {
    assert.ok(!message.includes(hidden), hidden);
  }
  assert.ok(message.includes("\\u001b[2Jgone"));
  assert.ok(!message.includes("line 50"));
  assert.ok(message.length < 8_000, String(message.length));
});

test("stop closes the input first: a server that ends then is sent no signal", async () => {
  const source = `process.on("SIGTERM", () => process.exit(9)); ${reads}
    process.stdin.on("end", () => process.exit(7));`;
  const own = await started(program(source));
  await own.stop();
  assert.deepEqual(await own.ended, { code: 7, signal: null });
});

test("stop sends SIGTERM to a server that does not end with its input", async () => {
  const source = `process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000);
    console.log("ready")`;
  const own = await started(program(source));
  own.output.once("data", () => {});
  await new Promise((resolve) => own.output.once("data", resolve));
  await own.stop();
  assert.deepEqual(await own.ended, { code: 9, signal: null });
});

test("stop kills a server that ignores all else, and the processes that it started", async () => {
  const mark = `mark-${process.pid}-stubborn`;
  const child = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(
    stubborn,
  )}, "${mark}"], { stdio: "inherit" });`;
  const own = await started(program(child + stubborn, mark));
  await eventually(() => processesWith(mark).length === 2);
  await own.stop();
  assert.deepEqual(await own.ended, { code: null, signal: "SIGKILL" });
  assert.deepEqual(processesWith(mark), []);
});

test("what a server left behind when it exited is ended", async () => {
  const mark = `mark-${process.pid}-left`;
  const source = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)",
    "${mark}"], { stdio: "inherit" }); setTimeout(() => process.exit(0), 2000)`;
  const own = await started(program(source, mark));
  await eventually(() => processesWith(mark).length === 2);
  await own.ended;
  await own.stop();
  assert.deepEqual(processesWith(mark), []);
});

test("after stop no process, timer or pipe is left", async () => {
  const nothingLeft = watchLeaks();
  const several = await Promise.all([1, 2, 3].map(() => started(program(reads))));
  assert.ok(childrenOf().length >= 3);
  await Promise.all(several.map((each) => each.stop()));
  await nothingLeft();
});

test("when stop has resolved, nothing is open any more: not even for a moment", async () => {
  const before = process.getActiveResourcesInfo().length;
  const own = await started(program(reads));
  await own.stop();
  assert.ok(process.getActiveResourcesInfo().length <= before);
});
