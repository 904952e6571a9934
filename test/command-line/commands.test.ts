/**
 * Every `.yaml` file beside this one lists cases of one subject: a command line with the files that it finds, and what it
 * prints on each stream, its exit code, and the files that it writes.
 *
 * `UPDATE_GOLDEN=1` writes what came out into the files; `GOLDEN=init` runs the files with that text in their names.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dump, load } from "js-yaml";
import { commandList } from "../../src/cli/commands/command-list.js";
import { runCase, type CommandCase, type Outcome } from "./run-case.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const update = process.env["UPDATE_GOLDEN"] === "1";
const wanted = process.env["GOLDEN"] ?? "";
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml") && name.includes(wanted));

for (const file of files) {
  describe(file, () => {
    const cases = load(readFileSync(path.join(folder, file), "utf8")) as CommandCase[];
    cases.forEach((each, index) => {
      test(`${lineOf(each)}: ${each.about}`, async () => {
        const outcome = await runCase(each);
        if (update) write(path.join(folder, file), index, outcome);
        else assert.deepEqual(outcome, expected(each));
      });
    });
  });
}

test("every command has cases, and a case of its help", { skip: wanted !== "" }, () => {
  const lines = files
    .flatMap((file) => load(readFileSync(path.join(folder, file), "utf8")) as CommandCase[])
    .map(lineOf);
  for (const { name } of commandList) {
    if (name === "generate") continue;
    assert.ok(lines.includes(`${name} --help`), `${name} --help`);
    assert.ok(lines.filter((line) => line.startsWith(`${name} `)).length > 1, name);
  }
});

function lineOf({ run }: CommandCase): string {
  return typeof run === "string" ? run : run.join(" ");
}

function expected({ exit, stdout, stderr, writes }: CommandCase): Outcome {
  return {
    ...(exit === undefined ? {} : { exit }),
    ...(stdout === undefined ? {} : { stdout }),
    ...(stderr === undefined ? {} : { stderr }),
    ...(writes === undefined ? {} : { writes }),
  };
}

/** Replaces what a case expects. */
function write(file: string, index: number, outcome: Outcome): void {
  const cases = load(readFileSync(file, "utf8")) as CommandCase[];
  const { about, run, files, env } = cases[index]!;
  const given = { about, run, ...(files ? { files } : {}), ...(env ? { env } : {}) };
  const text = dump(cases.toSpliced(index, 1, { ...given, ...outcome }), {
    lineWidth: -1,
    noRefs: true,
  });
  writeFileSync(file, text.replace(/\n- /g, "\n\n- "));
}
