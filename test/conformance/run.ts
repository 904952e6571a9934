/**
 * `npm run conformance:server -- [SCENARIO …]`: runs the official suite against a server that registers everything by
 * hand and one that is a class: every server scenario under each revision that it supports, or only those named. A
 * warning counts as a failure, as does a scenario that did not run or checked nothing.
 *
 * --server plain or class: only this server; proxy: a proxy in front of the plain one, in the newest revision;
 *   proxy-2025: a proxy that speaks 2025-11-25 with it
 * --out DIR: keeps the suite's results
 *
 * Exit codes: 0 no failure, 1 failures, 2 wrong usage.
 */
import { parseArgs } from "node:util";
import { planGroups } from "./plan.js";
import { runGroups, type Subject } from "./run-groups.js";
import { withinLimits } from "./proxy-limits.js";
import type { ScenarioResult } from "./results.js";
import { ServerProcess } from "./server-process.js";
import { Suite } from "./suite.js";

/** Scenarios mostly wait, some of them only for a moment, so few run at once. */
const atATime = 3;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: "string" }, out: { type: "string" } },
});
const kinds = ["plain", "class"];
const proxies = ["proxy", "proxy-2025"];
const servers =
  values.server === undefined
    ? kinds
    : [...kinds, ...proxies].filter((kind) => values.server === kind);

const suite = await Suite.open("server");
const groups = await planGroups(suite, positionals);
if (servers.length === 0 || groups.length === 0) {
  process.stderr.write(`There is no such ${servers.length === 0 ? "server" : "scenario"}.\n`);
  process.exit(2);
}
const jobs = groups.flatMap((group) =>
  servers.map((tested) => ({
    tested,
    group,
    open: () => start(tested),
    ...(proxies.includes(tested) && {
      judge: (result: ScenarioResult) => withinLimits(result, tested),
    }),
  })),
);
await runGroups(suite, jobs, atATime, values.out);

/** Starts a server for one group, because scenarios change lists that others read. */
async function start(kind: string): Promise<Subject> {
  const server = await ServerProcess.start(kind);
  return {
    args: ["--url", server.url],
    async close() {
      const problems = server.alive ? [] : [`The server ended by itself.\n${server.stderr}`];
      await server.stop();
      return problems;
    },
  };
}
