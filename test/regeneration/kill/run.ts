/**
 * Kills runs of the built command at random moments, and starts several at once on one folder:
 * `node --import tsx test/regeneration/kill/run.ts [KILLS]`, 100 kills by default. `KILL_SEED` repeats a run. After a kill,
 * the output is the old one or the new one, or the next check says that it is neither, and the next run completes it and
 * says so. Closes with the totals.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { optionTable } from "../../../src/options/table.js";
import { cliPath } from "../../support/cli.js";
import { documentOf, Repository, type TestOperation } from "../repository.js";

type Files = Readonly<Record<string, string>>;

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.env["KILL_SEED"] ?? Date.now() % 1_000_000);
console.log(`KILL_SEED=${seed}`);

let state = seed;
/** Returns a number from 0 to 1. @see Park and Miller's minimal standard generator */
function random(): number {
  state = (state * 48_271 + 1) % 2_147_483_647;
  return state / 2_147_483_647;
}

const some: readonly TestOperation[] = ["alpha", "bravo", "charlie"].map((id) => ({ id }));
/** What the killed runs write over the first: each adds, changes, removes or renames, or is a first run. */
const nexts: Readonly<Record<string, readonly TestOperation[]>> = {
  update: some.map((each) => ({ ...each, summary: "Changed." })),
  addition: [...some, { id: "delta" }],
  removal: some.slice(1),
  rename: some.map((each) => (each.id === "bravo" ? { id: "Bravo" } : each)),
};
const allow = [
  "--force",
  ...["allow-removed", "allow-wider", "allow-other-document"]
    .filter((name) => name in optionTable)
    .map((name) => `--${name}`),
];

let passed = 0;
let failed = 0;

async function check(title: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
    passed += 1;
  } catch (error) {
    failed += 1;
    console.log(`✖ ${title}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

function outputOf(repository: Repository): Files | undefined {
  return repository.has("out") ? withoutLeft(repository.files("out")) : undefined;
}

/** Without what a killed run had not put into place. */
function withoutLeft(files: Files): Files {
  return generatedOf(files, /^\.#mcp-codegen/);
}

/** Without files that are written once, and name the operations and options of the first run. */
function generatedOf(files: Files, others = /^$/): Files {
  return Object.fromEntries(
    Object.entries(files).filter(
      ([name]) => !/^(?:package\.json|src\/main\.ts)$/.test(name) && !others.test(name),
    ),
  );
}

function isSame(one: Files | undefined, other: Files | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function expected(
  operations: readonly TestOperation[],
  shape: readonly string[] = [],
): Promise<Files> {
  const repository = new Repository(["--out", "out", ...shape]);
  try {
    await repository.generate(documentOf(operations));
    return generatedOf(repository.files("out"));
  } finally {
    repository.remove();
  }
}

/** Options of the killed runs. The folder of a shared runtime is beside the output, and written before it. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  project: ["--no-build"],
  "compiled project": [],
  "modules by tag": ["--layout", "module", "--runtime", "package", "--split", "tag"],
  "shared runtime": ["--layout", "module", "--runtime-dir", "runtime"],
};

/** Starts a run and returns how long it took, or undefined if it was killed after `ms`. */
async function runUntil(
  repository: Repository,
  shape: readonly string[],
  ms: number,
): Promise<number | undefined> {
  const begun = performance.now();
  const args = [cliPath, "openapi.json", "--out", "out", ...shape, ...allow];
  const child = spawn(process.execPath, args, { cwd: repository.folder, stdio: "ignore" });
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  if (signal !== null) return undefined;
  assert.equal(code, 0);
  return performance.now() - begun;
}

/** Runs of one shape: the first output, and what is generated over it. */
interface Case {
  readonly shape: readonly string[];
  readonly original: Repository;
  readonly old: Files;
  readonly wanted: ReadonlyMap<string, Files>;
  usualMs: number;
}

async function caseOf(shape: readonly string[]): Promise<Case> {
  const original = new Repository(["--out", "out", ...shape]);
  await original.generate(documentOf(some));
  const wanted = new Map<string, Files>();
  for (const [name, operations] of Object.entries(nexts)) {
    wanted.set(name, await expected(operations, shape));
  }
  const old = generatedOf(original.files("out"));
  return { shape, original, old, wanted, usualMs: 1_500 };
}

const cases = new Map<string, Case>();
for (const [name, shape] of Object.entries(shapes)) cases.set(name, await caseOf(shape));
const names = [...Object.keys(nexts), "first run"];
const counts = { old: 0, new: 0, completed: 0, "not killed": 0 };

async function killOne(name: string, chosen: Case): Promise<void> {
  const { shape, original, old, wanted } = chosen;
  const repository = new Repository(["--out", "out", ...shape, ...allow], original);
  try {
    const isFirst = name === "first run";
    if (isFirst) repository.removeFolder("out");
    const before = isFirst ? undefined : old;
    const after = isFirst ? old : wanted.get(name);
    repository.write("openapi.json", documentOf(nexts[name] ?? some));
    const took = await runUntil(repository, shape, random() * chosen.usualMs);
    if (took !== undefined) {
      chosen.usualMs = took;
      counts["not killed"] += 1;
    }
    const found = outputOf(repository);
    if (isSame(found, before)) counts.old += 1;
    else if (isSame(found, after)) counts.new += 1;
    else {
      counts.completed += 1;
      const checked = await repository.run("--check");
      assert.equal(checked.code, 1);
      assert.match(checked.stderr, /\[out-interrupted\]/);
      assert.match((await repository.run()).stderr, /\[out-recovered\]/);
    }
    const next = await repository.run();
    assert.equal(next.code, 0, next.stderr);
    const left = generatedOf(repository.files("out"));
    assert.deepEqual(left, after, "nothing is left of the killed run");
    assert.equal((await repository.run("--check")).code, 0, "also beside the output");
  } finally {
    repository.remove();
  }
}

for (let kill = 0; kill < kills; kill += 1) {
  const name = names[kill % names.length] ?? "";
  // Over the rounds, each shape meets each change.
  const shapeAt = Math.floor(kill / names.length) + kill;
  const [shape, chosen] = [...cases][shapeAt % cases.size]!;
  await check(`kill ${kill}: ${name}, ${shape}`, () => killOne(name, chosen));
}
console.log(`${kills} kills: ${JSON.stringify(counts)}`);

for (let round = 0; round < 5; round += 1) {
  await check(`runs at once, round ${round}`, async () => {
    const repository = new Repository(["--out", "out"]);
    try {
      const runs = Object.entries(nexts).slice(0, 3);
      if (round % 2 === 0) await repository.generate(documentOf(some));
      for (const [name, operations] of runs) {
        repository.write(`${name}.json`, documentOf(operations));
      }
      const codes = runs.map(async ([name]) => {
        await sleep(random() * 100);
        const child = spawn(process.execPath, [cliPath, `${name}.json`, "--out", "out", ...allow], {
          cwd: repository.folder,
          stdio: "ignore",
        });
        const [code] = (await once(child, "exit")) as [number | null];
        return code;
      });
      const finished = await Promise.all(codes);
      assert.ok(
        finished.some((code) => code === 0),
        "one of them is done",
      );
      const found = JSON.stringify(generatedOf(repository.files("out")));
      // The documents have other names than in the expected output.
      const isWhole = runs.some(([name]) => {
        const whole = JSON.stringify(cases.get("compiled project")?.wanted.get(name));
        return tools(found) === tools(whole);
      });
      assert.ok(isWhole, "the output is that of one run");
    } finally {
      repository.remove();
    }
  });
}

/** Returns what names operations, in order: methods, constants and texts of all files. */
function tools(files: string): string {
  return (files.match(/\b(?:alpha|bravo|Bravo|charlie|delta|Changed)\w*/g) ?? []).join(" ");
}

for (const { original } of cases.values()) original.remove();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
