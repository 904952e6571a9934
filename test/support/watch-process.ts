/** A `watch` of the built command line, observed by what it prints. */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { cliPath } from "./cli.js";
import { eventually } from "./eventually.js";

/** Milliseconds in which a run that nobody wants would begin. */
const quietMs = 700;

export class WatchProcess {
  readonly #child: ChildProcess;
  #output = "";

  constructor(args: readonly string[], cwd: string) {
    this.#child = spawn(process.execPath, [cliPath, "watch", ...args], {
      cwd,
      // A group of its own, so that `kill` reaches the server, too.
      detached: true,
    });
    const add = (chunk: Buffer): void => {
      this.#output += chunk.toString();
    };
    this.#child.stdout?.on("data", add);
    this.#child.stderr?.on("data", add);
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves to the new output when a part of it matches. */
  async prints(pattern: RegExp, from = 0): Promise<string> {
    await eventually(() => assert.match(this.#output.slice(from), pattern), 60_000);
    return this.#output.slice(from);
  }

  /** Resolves to what is printed after `act`: by exactly `runs` runs, and none after them. */
  async runs(act: () => void | Promise<void>, runs: number): Promise<string> {
    const from = this.#output.length;
    const printed = (): string => this.#output.slice(from);
    await act();
    const ended = (): number =>
      printed().match(/^Wrote |up to date, nothing|^(?!.*warning).*\berror\[/gm)?.length ?? 0;
    if (runs > 0) await eventually(() => assert.ok(ended() >= runs, printed()), 60_000);
    await pause(quietMs);
    assert.equal(printed().match(/ changed\.$/gm)?.length ?? 0, runs, printed());
    return printed();
  }

  /** Resolves to the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const closed = new Promise<number | null>((resolve) => this.#child.once("close", resolve));
    this.#child.kill(signal);
    return closed;
  }

  /** Ends what still runs, with the server that it has started. */
  kill(): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}
