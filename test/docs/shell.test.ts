/** The lines for a shell in the documentation: those of ours are valid, and those that need nothing else run. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readCommandLine } from "../../runtime/server/program/parse-args.js";
import { commandList } from "../../src/cli/commands/command-list.js";
import { runCli } from "../../src/cli/run-cli.js";
import { root, runCommand } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";
import { ownWords, shellLines, type ShellLine } from "./shell-lines.js";

const lines = shellLines();
/** The commands, of which none does anything. */
const idle = commandList.map((command) => ({ ...command, run: async () => true }));

/** A copy of the petstore's folder, in which lines are run. */
const folder = mkdtempSync(path.join(tmpdir(), "shell-"));
after(() => rmSync(folder, { recursive: true, force: true }));
cpSync(path.join(root, "examples/petstore"), folder, { recursive: true });
/** The same folder before anything was generated. */
const bare = mkdtempSync(path.join(tmpdir(), "shell-"));
after(() => rmSync(bare, { recursive: true, force: true }));
for (const name of ["pets.yaml", "shop.yaml"]) {
  cpSync(path.join(root, "examples/petstore/openapi.yaml"), path.join(folder, name));
}
cpSync(path.join(root, "examples/route-map/overlay.yaml"), path.join(folder, "texts.yaml"));
cpSync(folder, bare, { recursive: true, filter: (file) => !file.endsWith("petstore-mcp") });

test("the documentation shows commands", () => {
  assert.ok(lines.filter(ownWords).length >= 25);
});

test("every command of ours is one that the command line accepts", async () => {
  for (const line of lines) {
    const words = ownWords(line);
    if (words) assert.equal(await runCli(words, idle), 0, `${line.place}: ${line.text}`);
  }
});

/** Lines that reach nothing but the folder, once each, with what they are run as. */
const runnable = new Map(
  lines.flatMap((line) => {
    const words = ownWords(line);
    const args = words && argsToRun(words);
    return args ? [[args.join(" "), { line, args }] as const] : [];
  }),
);

for (const { line, args } of runnable.values()) {
  test(`${line.place}: ${line.text}`, async () => {
    const env = { MCP_CODEGEN_PETSTORE_API_KEY: "k", ...line.env };
    const cwd = args[0]?.endsWith(".yaml") ? bare : folder;
    const { code, stderr, stdout } = await runCommand(args, { cwd, env });
    assert.equal(code, 0, stderr + stdout);
  });
}

test("every line that starts the generated server has options that it takes", () => {
  for (const { place, text, program, words } of lines) {
    // Claude Code starts what follows `--`.
    const start = program === "claude" ? words.slice(words.indexOf("--") + 2) : words;
    const [file = "", ...rest] = start;
    if (!["claude", "node"].includes(program) || !/(?:^|\/)dist\/main\.js$/.test(file)) continue;
    const [action = ""] = rest;
    assert.ok(
      ["login", "logout"].includes(action) || readCommandLine(rest, {}),
      `${place}: ${text}`,
    );
  }
});

test("a generated server starts and ends with its input", async () => {
  const server = path.join(folder, "petstore-mcp/dist/main.js");
  const args = [
    "openapi.yaml",
    "--out",
    path.join(folder, "petstore-mcp"),
    "--force",
    "--allow-wider",
  ];
  assert.equal((await runCommand(args, { cwd: folder })).code, 0);
  const { code, stderr } = await runProcess(process.execPath, [server, "--mock"], { cwd: folder });
  assert.equal(code, 0, stderr);
});

test("npm runs scripts that exist", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const { place, words, program } of lines) {
    if (program !== "npm" || words[0] !== "run") continue;
    assert.ok(Object.hasOwn(scripts, words[1] ?? ""), `${place}: npm run ${words[1]}`);
  }
});

test("every line is of a program that is checked, or is marked", () => {
  const others = lines.filter((line) => ownWords(line) === undefined && !isChecked(line));
  assert.deepEqual(
    others.map(({ place, text }: ShellLine) => `${place}: ${text}`),
    [],
    "Mark the block: <!-- not run: REASON -->",
  );
});

/** Whether a line of another program is one that the tests above look at, or installs what everybody knows. */
function isChecked({ program, words }: ShellLine): boolean {
  const [first = ""] = words;
  if (program === "npm") return ["ci", "install", "run", "start", "test"].includes(first);
  if (program === "claude") return first === "mcp" && words.includes("--");
  const script = words.find((word) => /\.[jt]s$/.test(word)) ?? "";
  return (
    program === "node" &&
    (/(?:^|\/)dist\/main\.js$/.test(script) || existsSync(path.join(root, script)))
  );
}

/** Returns the arguments with which a command runs here and ends, or undefined if it needs a server or the network. */
function argsToRun(words: readonly string[]): readonly string[] | undefined {
  const needsMore = words.some(
    (word) => word === "--" || /^https?:/.test(word) || word === "--http",
  );
  const [command = ""] = words;
  if (needsMore || words.includes("login") || words.includes("--snapshot")) return undefined;
  if (["list", "explain", "auth", "serve", "call", "clients"].includes(command)) return words;
  if (command === "client") return [...words, "--dry-run"];
  return command.endsWith(".yaml")
    ? [...words.filter((word) => word !== "--check"), "--dry-run"]
    : undefined;
}
