import { spawn, type ChildProcess } from "node:child_process";
import { printError } from "../../../runtime/protocol/terminal/print.js";

/** Milliseconds that a server has to end its connections. */
const graceMs = 3_000;

/** The server that a watch keeps running: a process of its own, which is replaced when its code changes. */
export class ServedProcess {
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();

  /** @param args - of the process: the program and its arguments */
  constructor(args: readonly string[]) {
    this.#args = args;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Starts the server, after the former one has ended. */
  async restart(): Promise<void> {
    await this.stop();
    // Its standard input is not the terminal's, so that only one program reads that.
    const child = spawn(process.execPath, this.#args, { stdio: ["ignore", "inherit", "inherit"] });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      const end = (what: string): void => {
        if (this.#child === child) {
          this.#child = undefined;
          printError(`The server ${what}. It starts again after the next change.\n`);
        }
        resolve();
      };
      child.once("error", (error) => end(`can't be started: ${error.message}`));
      child.once("exit", (code, signal) => end(`ended with ${signal ?? `code ${code}`}`));
    });
  }

  /** Ends the server. Resolves when its process is gone. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), graceMs);
    await this.#ended;
    clearTimeout(kill);
  }
}
