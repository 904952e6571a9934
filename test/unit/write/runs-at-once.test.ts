/** Several runs on one output folder, and locks that runs left. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { contentHash } from "../../../src/write/manifest.js";
import { busy, lockFolder, lockName, waitForOthers } from "../../../src/write/folder-lock.js";
import { planBetweenRuns } from "../../../src/write/plan-between-runs.js";
import { interrupted, recover } from "../../../src/write/recover.js";
import { first, get, options, out, outer, put, snapshot, write } from "./fixtures.js";

/** Returns the files of a run of its own kind: most names are shared, one is not, and all contents differ. */
function filesOf(run: string): readonly GeneratedFile[] {
  const shared = first.map((file) => ({ ...file, content: `// ${run}\n` }));
  return [...shared, { path: `src/generated/${run}/own.ts`, content: "", role: "generated" }];
}

async function runUntilWritten(files: readonly GeneratedFile[]): Promise<void> {
  for (;;) {
    const plan = await planBetweenRuns(files, out, options);
    assert.deepEqual(plan.diagnostics, []);
    const applied = await applyPlan(plan);
    assert.deepEqual(applied.diagnostics, []);
    if (!applied.outdated) return;
  }
}

for (const isNew of [true, false]) {
  test(`runs that write ${isNew ? "a new" : "an existing"} folder at once leave the output of one`, async () => {
    const names = ["a", "b", "c", "d"];
    for (let round = 0; round < 10; round += 1) {
      if (!isNew) await write(filesOf("before"), { force: true });
      await Promise.all(names.map((name) => runUntilWritten(filesOf(name))));
      const found = snapshot();
      const winner = /^\/\/ (\w+)/.exec(get("runtime/index.js"))?.[1] ?? "";
      // A scaffolded file is the user's from the first run on.
      put("src/main.ts", `// ${winner}\n`);
      await write(filesOf(winner));
      assert.deepEqual(
        { ...found, "src/main.ts": "" },
        { ...snapshot(), "src/main.ts": "" },
        `round ${round}`,
      );
      assert.deepEqual(
        readdirSync(outer, { recursive: true, encoding: "utf8" }).filter((name) =>
          /\.(tmp|lock)/.test(name),
        ),
        [],
      );
    }
  });
}

test("a second run waits for the first, and a lock that is given up is free", async () => {
  mkdirSync(out);
  const release = await lockFolder(out);
  assert.ok(release);
  assert.equal(await lockFolder(out, { waitMs: 30 }), undefined);
  assert.equal(await waitForOthers(out, 30), false);
  const next = lockFolder(out, { waitMs: 5_000 });
  release();
  const second = await next;
  assert.ok(second);
  second();
  assert.equal(await waitForOthers(out, 0), true);
  assert.deepEqual(readdirSync(out), []);
});

test("a folder that another run keeps is reported with the process and what to do", async () => {
  mkdirSync(out);
  const release = await lockFolder(out);
  assert.deepEqual(busy(out), {
    code: "out-busy",
    severity: "error",
    message: `Another run of mcp-codegen (process ${process.pid}) is writing the output folder. Nothing was changed.`,
    hint: "Run again when it is done. If none is running, delete .#mcp-codegen.lock in the folder.",
  });
  release?.();
});

/** Leaves the lock of a run with this name in the folder. */
function leaveLock(name: string, ageMs = 0): void {
  const file = path.join(out, lockName, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  const time = (Date.now() - ageMs) / 1_000;
  utimesSync(file, time, time);
}

test("the lock of a killed run keeps nobody waiting", async () => {
  const name = (await lockNameOfThisRun()) ?? "";
  const host = name.split("-")[1]?.slice(0, 8) ?? "";
  const dead: readonly (readonly [string, number?])[] = [
    // A process that can't be: Linux counts to four million.
    [`999999999-${host}${"0".repeat(12)}`],
    // This process, but a name that it never gave: in a container, each run has the same number.
    [`${process.pid}-${host}${"1".repeat(12)}`],
    // Another process that is alive, but was not when the lock was taken.
    [`${process.ppid}-${host}${"2".repeat(12)}`, 3_600_000],
    // Another machine, too long ago.
    [`1-${"f".repeat(20)}`, 60_000],
  ];
  for (const [each, ageMs] of dead) {
    leaveLock(each, ageMs);
    const [one, ...others] = await Promise.all([1, 2, 3].map(() => lockFolder(out, { waitMs: 0 })));
    assert.ok(one, each);
    assert.deepEqual(others, [undefined, undefined], "one run takes it");
    one();
    leaveLock(each, ageMs);
    assert.deepEqual(await recover(out), []);
    assert.deepEqual(readdirSync(out), [], "and the next run removes it");
  }
  for (const alive of [`${process.ppid}-${host}${"3".repeat(12)}`, `1-${"f".repeat(20)}`]) {
    leaveLock(alive);
    assert.equal(await lockFolder(out, { waitMs: 0 }), undefined, alive);
    assert.match(busy(out).message, new RegExp(`\\(process ${parseInt(alive, 10)}\\)`));
    removeLock();
  }
});

async function lockNameOfThisRun(): Promise<string | undefined> {
  mkdirSync(out, { recursive: true });
  const release = await lockFolder(out);
  const [name] = readdirSync(path.join(out, lockName));
  release?.();
  return name;
}

function removeLock(): void {
  rmSync(path.join(out, lockName), { recursive: true });
}

test("a lock that no run made is left alone, and so is what a link leads to", async () => {
  leaveLock("notes.txt", 3_600_000);
  assert.equal(await lockFolder(out, { waitMs: 0 }), undefined);
  assert.match(busy(out).message, /^Another run of mcp-codegen is writing/);
  removeLock();

  const elsewhere = path.join(outer, "elsewhere");
  mkdirSync(elsewhere);
  const bait = `999999999-${"a".repeat(20)}`;
  writeFileSync(path.join(elsewhere, bait), "");
  symlinkSync(elsewhere, path.join(out, lockName));
  await assert.rejects(lockFolder(out, { waitMs: 0 }));
  assert.deepEqual(readdirSync(elsewhere), [bait]);
  put(`.#mcp-codegen-999999999-${"a".repeat(20)}.tmp/journal.json`, "[]");
  assert.match((await recover(out))[0]?.message ?? "", /can't be put in order: ENOTDIR\.$/);
});

test("a journal of nobody's changes nothing outside, and follows no link", async () => {
  await write(first);
  const staging = `.#mcp-codegen-999999999-${"a".repeat(20)}.tmp`;
  writeFileSync(path.join(outer, "secret"), "mine\n");
  put(
    `${staging}/journal.json`,
    JSON.stringify([
      { path: "../secret" },
      { path: ".git/hooks/post-checkout", staged: "0" },
      { path: "src/linked.ts", staged: "1" },
      { path: "src/outside.ts", staged: "../../secret" },
    ]),
  );
  put(`${staging}/0`, "run\n");
  symlinkSync(path.join(outer, "secret"), path.join(out, staging, "1"));
  const before = snapshot();
  assert.equal((await interrupted(out))[0]?.code, "out-interrupted");
  assert.deepEqual(await recover(out), []);
  delete before[`${staging}/journal.json`];
  delete before[`${staging}/0`];
  assert.deepEqual(snapshot(), before);
});

test("renames and removals of a journal go through no link and over no other file", async () => {
  await write(first);
  const elsewhere = path.join(outer, "elsewhere");
  mkdirSync(path.join(elsewhere, "empty"), { recursive: true });
  writeFileSync(path.join(elsewhere, "secret"), "bait\n");
  symlinkSync(elsewhere, path.join(out, "up"));
  put("bait", "bait\n");
  put("mine", "mine\n");
  const staging = `.#mcp-codegen-999999999-${"a".repeat(20)}.tmp`;
  const bait = { renameFrom: "bait", previous: contentHash("bait\n") };
  put(
    `${staging}/journal.json`,
    JSON.stringify([
      { path: "up/post-checkout", staged: "0", ...bait },
      { path: "mine", staged: "0", ...bait },
      { path: "up/secret", ...bait },
      { path: "up/empty/gone" },
      { path: "never" },
    ]),
  );
  put(`${staging}/0`, "run\n");
  assert.deepEqual(await recover(out), []);
  assert.deepEqual(readdirSync(elsewhere).sort(), ["empty", "secret"]);
  assert.deepEqual([get("bait"), get("mine")], ["bait\n", "mine\n"]);
});
