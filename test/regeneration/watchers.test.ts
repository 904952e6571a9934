/**
 * Another watcher of the folder that holds document and output. What `watch` runs for, and what it writes, is in
 * test/e2e/watch.test.ts; bundlers that watch are in test/e2e/bundlers.test.ts.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../support/cli.js";
import { eventually } from "../support/eventually.js";
import { WatchProcess } from "../support/watch-process.js";
import { documentOf } from "./repository.js";

/** Milliseconds in which a compilation that nobody wants would end. */
const settleMs = 1_000;
/** Milliseconds in which nothing may happen in the end, so that a loop that waits for something shows, too. */
const quietMs = 10_000;

/**
 * How often a change of the output is tried. TypeScript 7 looks at one file after another, and so may see some files of a change
 * a round before the others, on a loaded machine every other time. A change that is written twice, or a loop, shows in each try.
 */
const triesOfChange = 12;

/** A `tsc --watch`, observed by what it prints. */
class Compiler {
  #output = "";

  constructor(folder: string, t: TestContext) {
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const args = [tsc, "--watch", "--preserveWatchOutput"];
    // A group of its own: the compiler may be a child of this process.
    const child = spawn(process.execPath, args, { cwd: folder, detached: true });
    child.stdout.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    const closed = new Promise((resolve) => child.once("close", resolve));
    t.after(async () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await closed;
    });
  }

  /** What it has printed since its start. */
  get output(): string {
    return this.#output;
  }

  /** How often it has compiled since its start. */
  get compilations(): number {
    return this.#output.match(/Found \d+ errors?\. Watching/g)?.length ?? 0;
  }

  /** Resolves to how often it has compiled, once that is at least `times` and has settled. Rejects if it finds an error. */
  async settled(times: number): Promise<number> {
    await eventually(() => this.compilations >= times, 20_000);
    await pause(settleMs);
    assert.doesNotMatch(this.#output, /Found [1-9]/);
    return this.compilations;
  }
}

test("beside watch, tsc --watch compiles once for each change of the output, and then both rest", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "watchers-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const modules = path.join(folder, "node_modules");
  mkdirSync(modules);
  mkdirSync(path.join(folder, "src"));
  symlinkSync(root, path.join(modules, "mcp-codegen"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = { module: "NodeNext", noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"] }),
  );
  // Not below "src": TypeScript 7 takes the save of the document itself for a change of its sources.
  const save = (text: string): void => writeFileSync(path.join(folder, "openapi.json"), text);
  const document = documentOf([{ id: "listPets" }, { id: "addPet" }]);
  save(document);

  const shape = ["--out", "src/gen", "--layout", "module", "--runtime", "package"];
  const watch = new WatchProcess(["openapi.json", ...shape], folder);
  t.after(() => watch.kill());
  await watch.prints(/Watching one input/);
  const compiler = new Compiler(folder, t);
  assert.equal(await compiler.settled(1), 1, compiler.output);

  await watch.runs(() => save(document), 0);
  await watch.runs(() => save(`${document}\n`), 1);
  assert.equal(await compiler.settled(1), 1, compiler.output);

  const changes: readonly ((mark: string) => string)[] = [
    ...["Adds a pet.", "Adds one pet.", "Adds your pet."].map(
      (summary) => (mark: string) => document.replace("Returns addPet.", `${summary} ${mark}`),
    ),
    (mark) => documentOf([{ id: "listPets" }, { id: "addPet" }, { id: "more", summary: mark }]),
  ];
  for (const change of changes) {
    let compiled = 0;
    for (let left = triesOfChange; compiled !== 1 && left > 0; left -= 1) {
      const before = compiler.compilations;
      await watch.runs(() => save(change(`Tries that are left: ${left}.`)), 1);
      compiled = (await compiler.settled(before + 1)) - before;
    }
    assert.equal(compiled, 1, compiler.output);
  }
  const before = compiler.compilations;
  await watch.runs(() => pause(quietMs), 0);
  assert.equal(await compiler.settled(before), before, compiler.output);
});
