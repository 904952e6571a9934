/**
 * Every folder beside this file is a case: the real command line generates from its inputs, and the output is compared
 * with `expected/`, type-checked, started and called with an official client.
 *
 * `UPDATE_GOLDEN=1` rewrites `expected/` and `stderr.txt` of the cases that have them.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { codes } from "../../src/diagnostics/codes.js";
import { root } from "../support/cli.js";
import { startRecorder } from "../support/recorder.js";
import type { CaseFile } from "./case-file.js";
import { checkCase, fill, fillIn } from "./check-case.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
/** `GOLDEN=nullable` runs only the cases with that text in their names. */
const wanted = process.env["GOLDEN"] ?? "";
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.includes(wanted))
  .map((entry) => entry.name)
  .sort();

let workspace: string;

before(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), "golden-"));
});

after(() => rmSync(workspace, { recursive: true, force: true }));

describe("golden cases", { concurrency: 2 }, () => {
  for (const name of cases) {
    const text = readFileSync(path.join(folder, name, "case.yaml"), "utf8");
    const { about } = load(text) as CaseFile;
    test(`${name}: ${about}`, async () => {
      const input = path.join(workspace, name);
      cpSync(path.join(folder, name), input, { recursive: true });
      const recorder = await startRecorder({ files: input });
      try {
        fillIn(input, recorder.url);
        const filled = load(fill(text, recorder.url).replaceAll("{folder}", input)) as CaseFile;
        await checkCase(path.join(folder, name), input, filled, recorder);
      } finally {
        await recorder.close();
      }
    });
  }
});

test("the output of every case compiles under the strict flags", () => {
  const projects = cases.filter((name) =>
    existsSync(path.join(workspace, name, "out/tsconfig.json")),
  );
  // A chosen case may write nothing.
  if (wanted === "") assert.ok(projects.length > 0);
  if (projects.length === 0) return;
  const modules = path.join(workspace, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    cpSync(path.join(root, "node_modules", name), path.join(modules, name), { recursive: true });
  }
  writeFileSync(path.join(workspace, "package.json"), '{ "type": "module" }');
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  for (const [config, names] of byConfiguration(projects)) {
    const compilerOptions = { noEmit: true, rootDir: ".", types: ["node"] };
    const include = names.flatMap((name) => [`${name}/out/src`, `${name}/usage.ts`]);
    writeFileSync(path.join(workspace, "base.json"), config);
    writeFileSync(
      path.join(workspace, "tsconfig.json"),
      JSON.stringify({ extends: "./base.json", compilerOptions, include }),
    );
    const run = spawnSync(process.execPath, [tsc, "-p", workspace], { encoding: "utf8" });
    assert.equal(run.stdout + run.stderr, "");
    assert.equal(run.status, 0);
  }
});

/** Groups projects by the text of their tsconfig.json. */
function byConfiguration(projects: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const name of projects) {
    const text = readFileSync(path.join(workspace, name, "out/tsconfig.json"), "utf8");
    const names = groups.get(text) ?? [];
    groups.set(text, [...names, name]);
  }
  return groups;
}

/** Diagnostics that no small input on this computer causes, and the files that test them. */
const provokedElsewhere: Readonly<Record<string, string>> = {
  "client-entry-taken": "test/client-setup",
  "client-file-invalid": "test/client-setup",
  "input-too-large": "test/unit/load",
  "migration-unreadable": "test/migrate",
  "out-busy": "test/unit/write",
  "project-unreadable": "test/client-setup",
  "schema-outlined": "test/unit/surface",
  "type-unsupported": "test/command-line/schemas.yaml",
  "x-mcp-untrusted": "test/hostile/06-x-mcp.test.ts",
};

test(
  "every problem the generator can report is provoked by a case",
  { skip: wanted !== "" },
  () => {
    const printed = cases
      .map((name) => path.join(folder, name, "stderr.txt"))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, "utf8"))
      .join("");
    const missing = Object.keys(codes).filter((code) => !printed.includes(`[${code}]`));
    assert.deepEqual(missing.sort(), Object.keys(provokedElsewhere).sort());
  },
);
