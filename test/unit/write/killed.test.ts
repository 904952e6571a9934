/** Runs that a signal ends while they write. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { recover } from "../../../src/write/recover.js";
import { root } from "../../support/cli.js";
import { runTypeScript } from "../../support/typescript/flags.js";
import { first, out, outer, put, snapshot, write } from "./fixtures.js";

/** Changes, creates and removes files. */
const second: readonly GeneratedFile[] = [
  { path: "src/generated/types.ts", content: "export type A = 1;\n", role: "generated" },
  { path: "src/generated/new/more.ts", content: "export {};\n", role: "generated" },
  { path: "src/main.ts", content: "run();\n", role: "scaffold" },
  { path: "dist/main.js", content: "run(2);\n", role: "build" },
];

const support = path.join(root, "test/support");

/** Runs until the signal. @returns the signal that ended the process, or null if it was done before */
async function runUntil(
  files: readonly GeneratedFile[],
  signal: NodeJS.Signals,
  at: number,
): Promise<NodeJS.Signals | null> {
  const script = [path.join(support, "write-main.ts"), out];
  const imports = [...runTypeScript, "--import", path.join(support, "kill-at.mjs")];
  const child = spawn(process.execPath, [...imports, ...script], {
    cwd: root,
    env: { ...process.env, KILL_AT: String(at), KILL_WITH: signal },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(JSON.stringify(files));
  const [code, by] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  assert.ok(by !== null || code === 0, `exit code ${code}`);
  return by;
}

/** Returns the files and folders in and beside the output, without their content. */
function names(): readonly string[] {
  return readdirSync(outer, { recursive: true, encoding: "utf8" }).sort();
}

async function state(files: readonly GeneratedFile[]): Promise<readonly unknown[]> {
  await write(files);
  return [snapshot(), names()];
}

for (const signal of ["SIGKILL", "SIGINT", "SIGTERM"] as const) {
  test(`${signal}: a new folder is whole or absent`, async () => {
    const whole = await state(first);
    for (let at = 0; ; at += signal === "SIGKILL" ? 4 : 8) {
      rmSync(out, { recursive: true });
      const by = await runUntil(first, signal, at);
      if (existsSync(out)) assert.deepEqual(snapshot(), whole[0], `at ${at}`);
      if (signal === "SIGKILL") await recover(out);
      assert.deepEqual(names(), existsSync(out) ? whole[1] : [], `at ${at}`);
      if (by === null) break;
      if (!existsSync(out)) await write(first);
    }
  });

  test(`${signal}: a folder is as it was or whole`, async () => {
    put("src/generated/own.ts", "mine\n");
    const before = await state(first);
    const after = await state(second);
    for (let at = 0; ; at += signal === "SIGKILL" ? 2 : 8) {
      await write(first);
      const by = await runUntil(second, signal, at);
      if (signal === "SIGKILL") await recover(out);
      const now = [snapshot(), names()];
      const want = JSON.stringify(now) === JSON.stringify(before) ? before : after;
      assert.deepEqual(now, want, `at ${at}`);
      if (by === null) break;
    }
  });
}

test("a file that was changed after a run was killed stays as it is", async () => {
  await write(first);
  let at = 20;
  // Until the run is killed after the first file has been moved into place.
  for (; snapshotOf("src/generated/types.ts") !== second[0]?.content; at += 1) {
    assert.equal(await runUntil(second, "SIGKILL", at), "SIGKILL");
  }
  put("dist/main.js", "edited();\n");
  await recover(out);
  assert.equal(snapshotOf("dist/main.js"), "edited();\n");
  assert.equal(snapshotOf("src/generated/new/more.ts"), "export {};\n");
  assert.deepEqual(
    names().filter((name) => name.includes(".tmp")),
    [],
  );
});

function snapshotOf(file: string): string | undefined {
  return snapshot()[file];
}
