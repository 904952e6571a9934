/**
 * `npm run conformance:server -- [SCENARIO …]`: runs the official suite against a server that registers everything by
 * hand and one that is a class: every server scenario under each revision that it supports, or only those named. A
 * warning counts as a failure, as does a scenario that did not run or checked nothing.
 *
 * --server plain or class: only this server
 * --out DIR: keeps the suite's results
 *
 * Exit codes: 0 no failure, 1 failures, 2 wrong usage.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { planGroups, type Group } from "./plan.js";
import {
  countFailed,
  countPassed,
  formatFindings,
  formatGroup,
  formatHeader,
  type GroupResult,
} from "./report.js";
import { readResults } from "./results.js";
import { ServerProcess } from "./server-process.js";
import { Suite } from "./suite.js";

/** Scenarios mostly wait, some of them only for a moment, so few run at once. */
const atATime = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: "string" }, out: { type: "string" } },
});
const out = values.out ?? mkdtempSync(path.join(os.tmpdir(), "conformance-"));
const kinds = ["plain", "class"];
const servers = kinds.filter((kind) => values.server === undefined || values.server === kind);

const suite = await Suite.open();
const groups = await planGroups(suite, positionals);
if (servers.length === 0 || groups.length === 0) {
  process.stderr.write(`There is no such ${servers.length === 0 ? "server" : "scenario"}.\n`);
  process.exit(2);
}
const queue = groups.flatMap((group) => servers.map((server) => ({ server, group })));
const results: GroupResult[] = [];

process.stdout.write(formatHeader());
await Promise.all(Array.from({ length: atATime }, work));
process.stdout.write(`\n${formatFindings(results)}`);
if (values.out === undefined) rmSync(out, { recursive: true, force: true });

const passed = results.reduce((total, result) => total + countPassed(result), 0);
const failed = results.reduce((total, result) => total + countFailed(result), 0);
process.stdout.write(`Checks, over all servers and groups:\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const result = await runGroup(next.server, next.group);
    results.push(result);
    process.stdout.write(formatGroup(result));
  }
}

/** Runs a group on a server of its own, because scenarios change lists that others read. */
async function runGroup(kind: string, group: Group): Promise<GroupResult> {
  const start = performance.now();
  const folder = path.join(out, `${kind} ${group.name}`.replaceAll(" ", "-"));
  const problems: string[] = [];
  let scenarios: GroupResult["scenarios"] = [];
  try {
    const server = await ServerProcess.start(kind);
    for (const command of group.commands) {
      const run = await suite.run(["server", "--url", server.url, "-o", folder, ...command]);
      if (run.timedOut) problems.push(`The suite hangs: ${command.join(" ")}`);
    }
    if (!server.alive) problems.push(`The server ended by itself.\n${server.stderr}`);
    await server.stop();
    scenarios = readResults(folder, group.scenarios);
  } catch (error) {
    problems.push(String(error));
  }
  return {
    server: kind,
    group: group.name,
    seconds: (performance.now() - start) / 1000,
    scenarios,
    problems,
  };
}
