/** Starts the official conformance suite and reads its lists. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../support/cli.js";
import { runProcess, type ProcessResult } from "../support/run-process.js";

const timeoutMs = 300_000;

/** The side of the protocol that scenarios test. */
export type Side = "server" | "client";

export class Suite {
  readonly side: Side;
  readonly #node: string;
  readonly #script: string;

  private constructor(side: Side, node: string, script: string) {
    this.side = side;
    this.#node = node;
    this.#script = script;
  }

  /** Finds the suite and a recent enough Node, which is installed if this one is older. */
  static async open(side: Side): Promise<Suite> {
    const folder = path.dirname(
      createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
    );
    return new Suite(side, await newNode(), path.join(folder, "dist/index.js"));
  }

  /** Runs a command of the suite on the tested side. */
  test(args: readonly string[]): Promise<ProcessResult> {
    return this.#run([this.side, ...args]);
  }

  /** Returns the scenarios of a requirement set, including those without a score. */
  async required(revision: string): Promise<readonly string[]> {
    const text = await this.#list(["--requirements", revision]);
    const title = this.side === "server" ? "Server" : "Client";
    const scored = new RegExp(`^${title} scenarios.*\\n((?: {2}- .*\\n)+)`, "m").exec(text)?.[1];
    // Lines of scenarios without a score end with the tested side.
    const unscored = text.split("\n").filter((line) => line.endsWith(`[${this.side}]`));
    return [...names(scored ?? ""), ...names(unscored.join("\n"))];
  }

  /** Returns the scenarios of one revision, or all. */
  async scenarios(revision?: string): Promise<readonly string[]> {
    return names(
      await this.#list([
        `--${this.side}`,
        ...(revision === undefined ? [] : ["--spec-version", revision]),
      ]),
    );
  }

  /** @throws Error if nothing is listed, because the format of the list must have changed */
  async #list(args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await this.#run(["list", ...args]);
    if (names(stdout).length === 0) throw new Error(`The suite lists nothing: ${stdout}${stderr}`);
    return stdout;
  }

  #run(args: readonly string[]): Promise<ProcessResult> {
    return runProcess(this.#node, [this.#script, ...args], { cwd: root, timeoutMs });
  }
}

function names(list: string): readonly string[] {
  return [...list.matchAll(/^ +- (\S+)/gm)].map((match) => match[1] ?? "");
}

/** The suite needs Node 22; the tested servers do not. */
async function newNode(): Promise<string> {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const { stdout } = await promisify(execFile)(path.join(root, ".ci/install-node24"));
  return path.join(stdout.trim(), "node");
}
