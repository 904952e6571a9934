/** Runs the tests of a generated project. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./cli.js";
import { runProcess } from "./run-process.js";

const timeoutMs = 300_000;

/** For `node --import`: makes connections to other machines fail. */
const offline = pathToFileURL(path.join(root, "test/support/offline.mjs")).href;

export interface TestRun {
  readonly passed: number;
  readonly skipped: number;
  readonly failed: number;
  readonly output: string;
  readonly seconds: number;
}

/** Runs `node --test` in a folder without access to other machines. */
export async function runEmittedTests(project: string): Promise<TestRun> {
  // With this variable Node would report as part of the running test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = await runProcess(process.execPath, ["--test", "--test-reporter=tap"], {
    cwd: project,
    env: { ...env, NODE_OPTIONS: `--import=${offline}` },
    timeoutMs,
  });
  const figure = (what: string): number =>
    Number(new RegExp(`^# ${what} (\\d+)$`, "m").exec(run.stdout)?.[1] ?? 0);
  return {
    passed: figure("pass"),
    skipped: figure("skipped"),
    failed: Math.max(figure("fail") + figure("cancelled"), run.code === 0 ? 0 : 1),
    output: run.stdout + run.stderr,
    seconds: run.seconds,
  };
}
