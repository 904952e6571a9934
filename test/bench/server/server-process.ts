/** Starts the measured servers in processes of their own. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../../support/cli.js";
import { pinned, serverCore } from "./cores.js";

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Memory in use after a full collection; only for servers started with `reportsMemory`. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

const startTimeoutMs = 60_000;

export function program(name: string): string {
  return path.join(root, "test/bench/server/programs", name);
}

/** Returns the command that runs a program of the bench as a server. */
export function serverCommand(
  args: readonly string[],
  nodeOptions: readonly string[] = [],
  core: number = serverCore,
): [string, string[]] {
  return pinned(core, [process.execPath, ...nodeOptions, ...args]);
}

/**
 * Starts an HTTP server and waits until it listens.
 *
 * @throws Error if it ends, or prints nothing for a minute
 */
export async function startServer(
  args: readonly string[],
  options: { readonly reportsMemory?: boolean; readonly core?: number } = {},
): Promise<ServerProcess> {
  const hook = ["--expose-gc", "--import", path.join(root, "test/bench/server/report-memory.js")];
  const [file, rest] = serverCommand(args, options.reportsMemory ? hook : [], options.core);
  const child = spawn(file, rest, { stdio: ["ignore", "pipe", "inherit", "ipc"], cwd: root });
  const port = await listeningPort(child, args);
  return {
    // taskset replaces itself by the program, so the id stays.
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}/mcp`,
    memory: async () => {
      child.send("memory");
      const [answer] = (await once(child, "message")) as [Memory];
      return answer;
    },
    stop: () => stopChild(child),
  };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function listeningPort(child: ChildProcess, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${args.join(" ")}: ${why}`));
    };
    const timer = setTimeout(() => fail("doesn't listen"), startTimeoutMs);
    const ended = (code: number | null): void => {
      fail(`ended with code ${String(code)} before it listened`);
    };
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const port = /^listening (\d+)$/m.exec(text)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      child.off("exit", ended);
      // A server may print more until it is stopped, and waits if nobody reads it.
      child.stdout?.off("data", read).resume();
      resolve(Number(port));
    };
    child.once("error", reject);
    child.once("exit", ended);
    child.stdout?.on("data", read);
  });
}
