/** Whatever ends the program that started a server, the server and what it started end as well. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cleanUp } from "../../support/clean-up.js";
import { processesWith, runningProcesses } from "../../support/client/processes.js";
import { eventually } from "../../support/eventually.js";
import { runTypeScript } from "../../support/typescript/flags.js";

const program = fileURLToPath(new URL("../../support/client/host.ts", import.meta.url));

interface Host {
  readonly child: ChildProcess;
  /** Occurs in the command line of the server and of the process that the server started. */
  readonly mark: string;
  text(): string;
}

async function startHost(end: string, ...faults: readonly string[]): Promise<Host> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-host-"));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const mark = path.join(folder, "log");
  const child = spawn(process.execPath, [...runTypeScript, program, end, mark, ...faults], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  cleanUp.push(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await eventually(() => text.includes("connected"), 60_000);
  return { child, mark, text: () => text };
}

async function nothingIsLeft(mark: string): Promise<void> {
  // Ten seconds are much more than the four that the watchdog gives to the most stubborn.
  await eventually(() => {
    assert.deepEqual(processesWith(mark), []);
  }, 15_000);
  await eventually(() => {
    const watchdogs = runningProcesses().filter(
      ({ command, parent }) => parent === 1 && command.includes("while read -r sign group"),
    );
    assert.deepEqual(watchdogs, []);
  }, 15_000);
}

for (const end of ["exit", "throw", "reject", "abort"]) {
  test(`no process is left when the host ends by ${end}`, async () => {
    const { child, mark } = await startHost(end, "stubborn");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await nothingIsLeft(mark);
  });
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const) {
  test(`no process is left when the host is ended by ${signal}, which has its usual effect`, async () => {
    const { child, mark } = await startHost("wait", "stubborn");
    assert.ok(processesWith(mark).length >= 3);
    child.kill(signal);
    const [code, by] = (await once(child, "exit")) as [number | null, string | null];
    assert.deepEqual([code, by], [null, signal]);
    await nothingIsLeft(mark);
  });
}

test("the host's own handler of SIGINT runs alone, while the server still answers", async () => {
  const { child, mark, text } = await startHost("own-handler");
  child.kill("SIGINT");
  const [code] = (await once(child, "exit")) as [number | null];
  assert.equal(code, 42);
  assert.match(text(), /handled/);
  assert.deepEqual(processesWith(mark), []);
});
