/** Measures the memory of a server with many tools, compared with an idle Node process. */
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../../support/cli.js";
import { median } from "../measure-process.js";
import { residentMiB } from "./process-figures.js";
import { program, serverCommand, startServer, stopChild } from "./server-process.js";

/** Time for Node to finish compiling after the start. */
const settleMs = 1_000;

export type IdleName = "bare node" | "ours over stdio" | "ours over HTTP" | "SDK v2 over HTTP";

/** Returns the resident MiB of each program, started and idle. */
export async function measureIdleMemory(
  tools: number,
  rounds: number,
): Promise<ReadonlyMap<IdleName, number>> {
  const count = String(tools);
  const measures: readonly (readonly [IdleName, () => Promise<number>])[] = [
    ["bare node", () => ofChild(["-e", "setInterval(() => {}, 1e6)"])],
    ["ours over stdio", () => ofChild([program("ours-stdio.js"), count])],
    ["ours over HTTP", () => ofServer([program("ours-http.js"), count])],
    ["SDK v2 over HTTP", () => ofServer([program("sdk-v2-http.js"), count])],
  ];
  const figures = new Map<IdleName, number[]>(measures.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of measures) figures.get(name)?.push(await measure());
  }
  return new Map([...figures].map(([name, each]) => [name, median(each)]));
}

async function ofChild(args: readonly string[]): Promise<number> {
  const [file, rest] = serverCommand(args);
  const child: ChildProcess = spawn(file, rest, {
    stdio: ["pipe", "ignore", "inherit"],
    cwd: root,
  });
  try {
    await delay(settleMs);
    if (child.exitCode !== null) throw new Error(`${args.join(" ")}: ended at once`);
    return residentMiB(child.pid ?? 0);
  } finally {
    await stopChild(child);
  }
}

async function ofServer(args: readonly string[]): Promise<number> {
  const server = await startServer(args);
  try {
    await delay(settleMs);
    return residentMiB(server.pid);
  } finally {
    await server.stop();
  }
}
