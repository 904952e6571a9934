import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { InputRead } from "../load/input-read.js";

interface Input {
  readonly digest: string;
  readonly again: InputRead["again"];
}

/** The inputs of a run, and what they held when it read them. */
export class InputLog {
  readonly #inputs = new Map<string, Input>();

  readonly record = ({ url, result, again }: InputRead): void => {
    if (url !== "stdin:") this.#inputs.set(url, { digest: digestOf(result), again });
  };

  /** The URLs of all inputs; those of folders end with `/`. */
  get urls(): readonly string[] {
    return [...this.#inputs.keys()];
  }

  /** The URLs of inputs on the web, whose servers must be asked whether they changed. */
  get remote(): readonly string[] {
    return this.urls.filter((url) => !url.startsWith("file:"));
  }

  /** Adds the inputs of another run. */
  add(other: InputLog): void {
    for (const [url, input] of other.#inputs) this.#inputs.set(url, input);
  }

  has(url: string): boolean {
    return this.#inputs.has(url);
  }

  /** Adds the inputs of an earlier run that this one did not come to, as they are now. */
  async addMissing(earlier: InputLog): Promise<void> {
    for (const [url, { again }] of earlier.#inputs) {
      if (!this.#inputs.has(url)) this.record({ url, result: await again(), again });
    }
  }

  /** Returns those of the inputs that hold something else now. A server that does not answer has nothing new. */
  async changed(urls: Iterable<string>): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const url of urls) {
      const input = this.#inputs.get(url);
      if (!input) continue;
      const result = await input.again();
      if (result.kind !== "text" && !url.startsWith("file:")) continue;
      if (digestOf(result) !== input.digest) found.add(url);
    }
    return found;
  }

  /** Returns the paths on this computer to watch, each with the URL of its input. A link is watched with what it leads to. */
  paths(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const url of this.#inputs.keys()) {
      if (!url.startsWith("file:")) continue;
      const path = fileURLToPath(url).replace(/[\\/]$/, "");
      found.set(path, url);
      try {
        found.set(realpathSync(path), url);
      } catch {
        // A missing file has no other path.
      }
    }
    return found;
  }
}

function digestOf(result: Awaited<ReturnType<InputRead["again"]>>): string {
  if (result.kind === "text") return createHash("sha256").update(result.text).digest("base64");
  return result.kind === "refused" ? result.refusal.message : result.problem;
}
