/** Measures round trips per second over stdio. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";
import { median } from "../measure-process.js";
import { clientCore, pinned } from "./cores.js";
import { callRequest, initialized, initializeRequest, spoken, type Era } from "./requests.js";
import { program, serverCommand } from "./server-process.js";
import type { Plan } from "./plan.js";
import type { StdioContender, StdioName } from "./stdio-contenders.js";

/**
 * @param window number of calls that are open at once
 * @throws Error if a server ends or does not answer with the echo
 */
export async function measureRoundTrips(
  era: Era,
  window: number,
  plan: Plan,
  workspace: string,
): Promise<ReadonlyMap<StdioName, number>> {
  const taking = plan.stdioContenders.filter((contender) => contender.eras.includes(era));
  const rates = new Map<StdioName, number[]>(taking.map(({ name }) => [name, []]));
  for (let round = 0; round < plan.roundTripRounds; round += 1) {
    for (const contender of taking) {
      const rate = await measureOne(contender, era, window, plan.pace.seconds, workspace);
      rates.get(contender.name)?.push(rate);
    }
  }
  return new Map([...rates].map(([name, each]) => [name, median(each)]));
}

async function measureOne(
  contender: StdioContender,
  era: Era,
  window: number,
  seconds: number,
  workspace: string,
): Promise<number> {
  const [command, args] = serverCommand([contender.file, "1"]);
  const opening = era === "2025-11-25" ? [initializeRequest().body, initialized] : [];
  const plan = path.join(workspace, "stdio.json");
  // Twice as many as are open, so that an id is free when its turn comes.
  const lines = Array.from({ length: 2 * window }, (_, at) => callRequest(era, at + 1).body);
  const openingAnswers = opening.length > 0 ? 1 : 0;
  writeFileSync(
    plan,
    JSON.stringify({ command, args, opening, openingAnswers, lines, spoken, window, seconds }),
  );
  const [file, rest] = pinned(clientCore, [process.execPath, program("stdio-client.js"), plan]);
  const run = await runProcess(file, rest, { cwd: root, timeoutMs: (seconds + 60) * 1000 });
  if (run.code !== 0) throw new Error(`${contender.name} over stdio: ${run.stderr}`);
  const { trips, seconds: taken } = JSON.parse(run.stdout) as { trips: number; seconds: number };
  return trips / taken;
}
