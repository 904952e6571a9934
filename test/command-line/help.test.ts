/** What the pages of help promise together; each page is a case of `help.yaml`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandList } from "../../src/cli/commands/command-list.js";
import { runCli } from "../../src/cli/run-cli.js";
import { optionGroups, optionTable } from "../../src/options/table.js";
import { runHere } from "../support/run-here.js";

const pages = commandList.map(({ name }) => (name === "generate" ? ["--help"] : [name, "--help"]));

test("every option is in one group", () => {
  const grouped = optionGroups.flatMap(({ options }) => Object.keys(options));
  assert.deepEqual(grouped.sort(), Object.keys(optionTable).sort());
});

test("help has at most 100 columns, and fits a terminal of 60", async () => {
  const { columns } = process.stdout;
  try {
    for (const width of [60, 100, 200]) {
      process.stdout.columns = width;
      for (const page of pages) {
        const { stdout } = await runHere(page);
        const long = stdout.split("\n").filter((line) => line.length > Math.min(width, 100));
        assert.deepEqual(long, [], page.join(" "));
      }
    }
  } finally {
    process.stdout.columns = columns;
  }
});

test("every command has two or three examples, which it takes", async () => {
  const ran: string[] = [];
  const commands = commandList.map((command) => ({
    ...command,
    run: async () => ran.push(command.name) > 0,
  }));
  for (const { name, examples } of commandList) {
    assert.ok([2, 3].includes(examples.length), name);
    for (const [line] of examples) {
      const [program, ...words] = line.replace(/ >.*$/, "").split(" ");
      assert.equal(program, "mcp-codegen");
      assert.equal(await runCli(words, commands), 0, line);
      assert.equal(ran.pop(), name, line);
    }
  }
});
