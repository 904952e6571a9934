import type { Readable } from "node:stream";
import type { ServerProcess } from "./server-process.js";

/** How long a server may be silent after its first output, and from its start: it may have to be installed first. */
const afterOutputMs = 2_000;
const afterStartMs = 5_000;

/** Notices when a server has been silent for so long that it may not answer at all. */
export class ProcessSilence {
  readonly begun: Promise<void>;
  readonly #outputs: readonly Readable[];
  #timer: NodeJS.Timeout;
  readonly #onOutput: () => void;

  /** @param mostMs the longest time that counts */
  constructor(own: ServerProcess, mostMs: number) {
    this.#outputs = [own.output, own.errors];
    let begin: () => void = () => {};
    this.begun = new Promise((resolve) => (begin = resolve));
    this.#timer = setTimeout(begin, Math.min(afterStartMs, mostMs));
    this.#onOutput = () => {
      this.#unlisten();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(begin, Math.min(afterOutputMs, mostMs));
    };
    for (const each of this.#outputs) each.on("data", this.#onOutput);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#unlisten();
  }

  #unlisten(): void {
    for (const each of this.#outputs) each.off("data", this.#onOutput);
  }
}
