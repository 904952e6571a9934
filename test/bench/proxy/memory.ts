/** Measures the memory of our server: over many calls, and while calls wait. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../measure-process.js";
import { clientCore, pinned } from "../server/cores.js";
import { load } from "../server/load.js";
import { cpuSeconds } from "../server/process-figures.js";
import { eras, toolCall } from "../server/requests.js";
import {
  startServer,
  stopChild,
  type Memory,
  type ServerProcess,
} from "../server/server-process.js";
import { contenders } from "./contenders.js";
import { calls } from "./document.js";
import { program } from "./program.js";
import type { Workspace } from "./workspace.js";

/** Samples of memory at equal distances. */
const samples = 20;

/** Makes calls, and returns by how many bytes memory grew from the first quarter of them to the last. */
export async function growthOver(wanted: number, workspace: Workspace): Promise<Memory> {
  const server = await startOurs(workspace);
  try {
    const requests = eras.map((era) => toolCall(era, 1, calls["GET 50 B"]));
    const loadTimes = async (count: number): Promise<void> => {
      for (let done = 0; done < count;) {
        done += (await load(server, requests, 1, workspace.folder)).requests;
      }
    };
    await loadTimes(wanted / 10);
    const taken: Memory[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      await loadTimes(wanted / samples);
      taken.push(await server.memory());
    }
    const quarter = samples / 4;
    const growth = (kind: keyof Memory): number =>
      median(taken.slice(-quarter).map((each) => each[kind])) -
      median(taken.slice(0, quarter).map((each) => each[kind]));
    return { heapUsed: growth("heapUsed"), rss: growth("rss") };
  } finally {
    await server.stop();
  }
}

/**
 * Returns the memory of each of the calls that wait on an API that does not answer. As many wait already: the first ones grow
 * what a server has under any load, such as the young generation of V8, and fill what it has free.
 */
export async function memoryOfWaiting(count: number, workspace: Workspace): Promise<Memory> {
  const server = await startOurs(workspace);
  const clients: ChildProcess[] = [];
  const memoryWithMore = async (): Promise<Memory> => {
    clients.push(await openWaiting(count, server));
    await idle(server);
    return server.memory();
  };
  try {
    const before = await memoryWithMore();
    const after = await memoryWithMore();
    return {
      heapUsed: (after.heapUsed - before.heapUsed) / count,
      rss: (after.rss - before.rss) / count,
    };
  } finally {
    await Promise.all(clients.map(stopChild));
    await server.stop();
  }
}

/** Starts a client, and waits until all its calls are sent. */
async function openWaiting(count: number, { url }: ServerProcess): Promise<ChildProcess> {
  const plan = JSON.stringify({ url, count, ...toolCall("2026-07-28", 1, calls.slow) });
  const [node, args] = pinned(clientCore, [process.execPath, program("waiting-client.js"), plan]);
  const client = spawn(node, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(client.stdout, "data");
  return client;
}

function startOurs(workspace: Workspace): Promise<ServerProcess> {
  const args = contenders.find(({ name }) => name === "ours")?.start(workspace, "http", true);
  return startServer(args ?? [], { reportsMemory: true });
}

/** Waits until the server has nothing to do. */
async function idle({ pid }: ServerProcess): Promise<void> {
  for (let last = -1, now = cpuSeconds(pid); now - last > 0.02;) {
    await sleep(500);
    [last, now] = [now, cpuSeconds(pid)];
  }
}
