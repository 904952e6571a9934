/** Servers that nobody here wrote, as packages of npm, over their own transports. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { StdioServer } from "../../../runtime/index.js";
import { root } from "../../support/cli.js";
import { eventually } from "../../support/eventually.js";
import { listen } from "../../support/loopback.js";

const startTimeoutMs = 60_000;

/** Names a server's processes in their environment. */
const markName = "MCP_TEST_MARK";

/** A file of a package, for Node to run. */
export function packageFile(name: string): string {
  return path.join(root, "node_modules", name);
}

/** A program of this folder. */
export function programFile(name: string): string {
  return path.join(root, "test/client/judges/programs", name);
}

export interface MarkedServer {
  readonly target: StdioServer;
  /** Waits until no process of the server is left. */
  gone(): Promise<void>;
}

/** Returns a server on stdio whose processes can be found. */
export function stdioServer(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): MarkedServer {
  const mark = `${process.pid}-${Math.random()}`;
  return {
    target: {
      command: process.execPath,
      args: [file, ...args],
      env: { ...env, [markName]: mark },
      onStderr: () => {},
    },
    gone: () => eventually(() => processesWith(mark).length === 0),
  };
}

export interface HttpServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server on a free port and waits until it says on stdout or stderr that it listens. */
export async function httpServer(
  file: string,
  args: readonly string[],
  hasStarted: RegExp,
): Promise<HttpServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("it does not start")), startTimeoutMs);
      const settle = (): void => clearTimeout(timer);
      child.once("exit", () => reject(new Error("it ended")));
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          if (said.length < 100) said.push(text);
          if (!hasStarted.test(said.join(""))) return;
          settle();
          resolve();
        });
      }
    });
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`${file}: ${(error as Error).message}\n${said.join("")}`, { cause: error });
  }
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server as never);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns the ids of processes with a text in their environment; none where there is no /proc. */
function processesWith(mark: string): readonly string[] {
  return readdirSyncOrNone("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, "latin1").includes(`${markName}=${mark}`);
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return false;
    }
  });
}

function readdirSyncOrNone(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
