/** Processes that have the command line loaded and run many commands, for tests of what commands do. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const program = fileURLToPath(new URL("process.mjs", import.meta.url));
const idle: ChildProcess[] = [];

/** Runs a command in a process that runs no other at the time. Rejects if the process ends with the command. */
export async function runInHost(command: Command): Promise<Finished> {
  const host = idle.pop() ?? (await startHost());
  host.ref();
  host.channel?.ref();
  host.send({ ...command, env: defined(command.env) });
  const finished = await nextMessage(host, command);
  // This process may end before its hosts, which end when it does.
  host.unref();
  host.channel?.unref();
  idle.push(host);
  return finished as Finished;
}

async function startHost(): Promise<ChildProcess> {
  // Flags such as those for tsx would cost time. Standard output of a test's process is read by the test runner.
  const host = fork(program, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await nextMessage(host, undefined);
  return host;
}

async function nextMessage(host: ChildProcess, command: Command | undefined): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(host, "message", { signal }).then(([message]) => message as unknown),
      once(host, "exit", { signal }).then(([code]) => {
        throw new Error(`The process of ${command?.args.join(" ")} ended with ${code}`);
      }),
    ]);
  } finally {
    over.abort();
  }
}

function defined(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
