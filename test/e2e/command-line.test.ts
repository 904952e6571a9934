import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { root, runCommand } from "../support/cli.js";

const cwd = path.join(root, "test/golden/petstore");

const misspelt: readonly (readonly [args: string, message: string, code?: number])[] = [
  ["serv x.yaml", 'There is no command or file "serv". Did you mean serve?'],
  ["lst", 'There is no command or file "lst". Did you mean list?'],
  ["openapi.yaml --route a.yaml", "There is no option --route. Did you mean --routes?"],
  ["list openapi.yaml --mdoe=tools", "There is no option --mdoe. Did you mean --mode?"],
  ["openapi.yaml --layout modul", '--layout can\'t be "modul". Did you mean "module"?'],
  ["openapi.yaml --layout house", '--layout can\'t be "house". It is one of "project", "module".'],
  [
    "completion powershell",
    'The shell can\'t be "powershell". It is one of "bash", "zsh", "fish".',
  ],
  ["openapi.yaml more.yaml", "Unknown argument: more.yaml."],
  ["opneapi.yaml", "Did you mean openapi.yaml?", 1],
];
for (const [args, message, code = 2] of misspelt) {
  test(`mcp-codegen ${args} says what is wrong, and what was most likely meant`, async () => {
    const result = await runCommand(args.split(" "), { cwd });
    assert.ok(result.stderr.includes(message), result.stderr);
    assert.equal(result.stdout, "");
    assert.equal(result.code, code);
  });
}

test("shells get a script that they can read", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout, code } = await runCommand(["completion", shell], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /mcp-codegen --get-yargs-completions/);
    if (shell === "bash") assert.equal(spawnSync("bash", ["-n"], { input: stdout }).status, 0);
  }
  const { stdout } = await runCommand(["--get-yargs-completions", "mcp-codegen", "wa"], { cwd });
  assert.match(stdout, /^watch$/m);
});

test("help fits a terminal of 80 columns", async () => {
  for (const args of [["--help"], ["watch", "--help"]]) {
    const { stdout } = await runCommand(args, { cwd });
    assert.deepEqual(
      stdout.split("\n").filter((line) => line.length > 80),
      [],
    );
  }
});
