import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { StdioServer } from "../client-options.js";
import { McpConnectionError } from "../errors.js";
import { childEnvironment } from "./environment.js";
import { endGroup, signalGroup } from "./process-group.js";
import { redactionOf, type Redaction } from "./redaction.js";
import { StderrLines } from "./stderr-lines.js";
import { stopStepMs, watchdog } from "./watchdog.js";

/** How a process ended. */
export interface ProcessEnd {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The program was not found, as Windows says only then. */
  readonly error?: Error;
}

export interface Context {
  /** The server's name in errors. */
  readonly name: string;
  /** Receives the lines of standard error. Never throws. */
  readonly onStderr?: ((line: string) => void) | undefined;
}

/** How long what a server wrote before its end may take to arrive. Longer only if another process holds its output open. */
const drainMs = 250;

const isWindows = process.platform === "win32";

/** A server that runs as a child process, with no shell between. */
export class ServerProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Its standard error. */
  readonly errors: Readable;
  readonly pid: number;
  /** Resolves when the process has ended and its output was read. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #server: StdioServer;
  readonly #name: string;
  readonly #stderr: StderrLines;
  readonly #redact: Redaction;
  readonly #exited: Promise<ProcessEnd>;
  readonly #gone: Promise<void>;
  #stopping: Promise<void> | undefined;

  private constructor(
    child: ChildProcess,
    pid: number,
    server: StdioServer,
    context: Context,
    redact: Redaction,
  ) {
    this.pid = pid;
    this.#child = child;
    this.#server = server;
    this.#redact = redact;
    this.#name = context.name;
    this.#stderr = new StderrLines(context.onStderr);
    this.input = child.stdin as Writable;
    this.output = child.stdout as Readable;
    // The server closed its input (EPIPE). Its end is reported by `ended`.
    this.input.on("error", () => {});
    this.output.on("error", () => {});
    this.errors = child.stderr as Readable;
    this.errors.on("error", () => {});
    this.errors.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    this.errors.on("end", () => this.#stderr.end());
    if (!isWindows) watchdog.add(pid);
    this.#exited = exitOf(child);
    this.ended = this.#drained();
    this.#gone = this.#cleanUp();
  }

  /**
   * Starts a server.
   *
   * @throws McpConnectionError when the command can't be run
   */
  static async start(server: StdioServer, context: Context): Promise<ServerProcess> {
    const { command, args = [], cwd } = server;
    const options: SpawnOptions = {
      stdio: ["pipe", "pipe", "pipe"],
      env: childEnvironment(server.env),
      cwd,
      shell: false,
      windowsHide: true,
      // A process group of its own, so that the processes which the server starts can be stopped with it.
      detached: !isWindows,
    };
    const redact = await redactionOf(server);
    // Windows runs no scripts such as npx.cmd without a shell, whose escapes are a library's knowledge.
    const run = isWindows ? (await import("./spawn-windows.js")).spawnWindows : spawn;
    try {
      if (!isWindows) watchdog.prepare();
      const child = run(command, [...args], options);
      const { pid } = child;
      if (pid !== undefined) return new ServerProcess(child, pid, server, context, redact);
      return await new Promise<never>((_, reject) => child.once("error", reject));
    } catch (error) {
      await watchdog.release();
      throw startError(server, context.name, error);
    }
  }

  /** Returns the end of what the server wrote to standard error, for messages; "" if it wrote nothing. */
  stderrTail(): string {
    const tail = this.#stderr.tail(this.#redact);
    return tail === "" ? "" : ` The end of its standard error:${tail}`;
  }

  /** Says how the process ended. */
  endError({ code, signal, error }: ProcessEnd): McpConnectionError {
    if (error) return startError(this.#server, this.#name, error);
    const how = signal ? `was ended by ${signal}` : `exited with code ${code}`;
    const tail = this.stderrTail() || " It wrote nothing to standard error.";
    return new McpConnectionError(`The server ${this.#name} ${how}.${tail}`, {
      server: this.#name,
    });
  }

  /**
   * Stops the server and the processes that it started: closes its input, then sends SIGTERM, then SIGKILL, each if the one
   * before was not enough. Resolves when it is gone.
   *
   * @see MCP 2026-07-28, Transports, stdio, Shutdown
   */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.input.end();
    if (!(await within(this.#exited, stopStepMs))) {
      signalGroup(this.#child, "SIGTERM");
      if (!(await within(this.#exited, stopStepMs))) signalGroup(this.#child, "SIGKILL");
    }
    await this.#gone;
  }

  async #drained(): Promise<ProcessEnd> {
    const closed = new Promise<void>((resolve) => this.#child.once("close", () => resolve()));
    const end = await this.#exited;
    await within(closed, drainMs);
    return end;
  }

  async #cleanUp(): Promise<void> {
    await this.ended;
    // Processes that the server left behind.
    await endGroup(this.pid);
    this.input.destroy();
    this.output.destroy();
    this.errors.destroy();
    if (!isWindows) await watchdog.remove(this.pid);
  }
}

/** Waits for the end of a process. */
function exitOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    // Other errors, such as that a signal can't be sent, are no end.
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (error.syscall?.startsWith("spawn")) resolve({ code: null, signal: null, error });
    });
  });
}

/** Waits for a promise, but not longer. @returns whether it resolved */
async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says why a command can't be run, and what to do. */
function startError(server: StdioServer, name: string, cause: unknown): McpConnectionError {
  const { code } = cause as { readonly code?: unknown };
  const reason = typeof code === "string" ? code : String(cause);
  const message = `Can't start the server ${name}: ${explain(server, reason)}`;
  return new McpConnectionError(message, { server: name, cause });
}

function explain({ command, args = [], cwd }: StdioServer, code: string): string {
  const shown = JSON.stringify(command);
  if (code === "ENOENT") {
    if (cwd !== undefined && !existsSync(cwd)) {
      return `the folder ${JSON.stringify(cwd)} of its option cwd does not exist.`;
    }
    if (/\s/.test(command) && args.length === 0) {
      return `there is no program ${shown}. Give its arguments one by one in args: they are not split at spaces.`;
    }
    return /[\\/]/.test(command)
      ? `there is no file ${shown}. Check the path; a relative one begins at ${cwd ?? "the current folder"}.`
      : `no program ${shown} was found in the folders of PATH. Install it, or give the whole path as command.`;
  }
  if (code === "EACCES") {
    return `${shown} may not be run. Make it executable (chmod +x), or give its interpreter as command and the file in args.`;
  }
  if (code === "ENOTDIR") return `the option cwd, ${JSON.stringify(cwd)}, is no folder.`;
  return `running ${shown} failed with ${code}.`;
}
