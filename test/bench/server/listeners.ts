/** Measures the memory of each idle `subscriptions/listen` stream. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { contenders, type ContenderName } from "./contenders.js";
import { clientCore, pinned } from "./cores.js";
import { callRequest, listenRequest } from "./requests.js";
import { post } from "./post.js";
import { program, startServer, stopChild } from "./server-process.js";

export interface ListenerMemory {
  /** JavaScript heap, after a full collection. */
  readonly heapBytes: number;
  /** All memory, including buffers and what the process keeps for sockets. */
  readonly residentBytes: number;
}

const measured: readonly ContenderName[] = ["ours", "SDK v2", "limit"];
/** Number of streams opened before measuring, because the first ones load and reserve things once. */
const firstListeners = 100;
const settleMs = 1_000;

/** @throws Error if a stream is not acknowledged, or is closed */
export async function measureListeners(
  count: number,
  workspace: string,
): Promise<ReadonlyMap<ContenderName, ListenerMemory>> {
  const figures = new Map<ContenderName, ListenerMemory>();
  for (const { name, start } of contenders) {
    if (!measured.includes(name)) continue;
    try {
      figures.set(name, await measureOne(start(1, ""), count, workspace));
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
  }
  return figures;
}

async function measureOne(
  args: readonly string[],
  count: number,
  workspace: string,
): Promise<ListenerMemory> {
  const server = await startServer(args, { reportsMemory: true });
  const clients: { close(): Promise<void> }[] = [];
  try {
    await post(server.url, callRequest("2026-07-28"));
    clients.push(await openListeners(server.url, firstListeners, workspace));
    await delay(settleMs);
    const before = await server.memory();
    clients.push(await openListeners(server.url, count, workspace));
    await delay(settleMs);
    const after = await server.memory();
    return {
      heapBytes: (after.heapUsed - before.heapUsed) / count,
      residentBytes: (after.rss - before.rss) / count,
    };
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  }
}

async function openListeners(
  url: string,
  count: number,
  workspace: string,
): Promise<{ close(): Promise<void> }> {
  const plan = path.join(workspace, "listeners.json");
  const requests = [1, 2, 3].map((id) => listenRequest(id));
  writeFileSync(plan, JSON.stringify({ port: new URL(url).port, count, requests }));
  const client = program("listeners-client.js");
  const [file, args] = pinned(clientCore, [process.execPath, client, plan]);
  const child = spawn(file, args, { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${count} listeners were not open after two minutes`));
    }, 120_000);
    child.stdout.once("data", () => {
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", () => {
      clearTimeout(timer);
      reject(new Error(errors.trim() || "the listeners' client ended"));
    });
  });
  return { close: () => stopChild(child) };
}
