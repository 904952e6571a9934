/** Runs a conformance server in its own process. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { root } from "../support/cli.js";
import { wireHttp } from "../support/wire/http.js";
import { runTypeScript } from "../support/typescript/flags.js";

const startTimeoutMs = 60_000;

export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #errors: string[];

  private constructor(url: string, child: ChildProcess, errors: string[]) {
    this.url = url;
    this.#child = child;
    this.#errors = errors;
  }

  /**
   * Starts `serve.ts` on a free port.
   *
   * @param kind which server
   * @throws Error with the server's output if it does not start
   */
  static async start(kind: string): Promise<ServerProcess> {
    const script = path.join(root, "test/conformance/serve.ts");
    const child = spawn(process.execPath, [...runTypeScript, script, kind], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors: string[] = [];
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (errors.length < 1000) errors.push(text);
    });
    const lines = createInterface({ input: child.stdout });
    try {
      const [line] = (await Promise.race([
        once(lines, "line", { signal: AbortSignal.timeout(startTimeoutMs) }),
        once(child, "exit").then(() => Promise.reject(new Error("It ended."))),
      ])) as [string];
      await warmUp(line);
      return new ServerProcess(line, child, errors);
    } catch (error) {
      child.kill("SIGKILL");
      throw new Error(`The ${kind} server does not start: ${String(error)}\n${errors.join("")}`, {
        cause: error,
      });
    }
  }

  get stderr(): string {
    return this.#errors.join("");
  }

  /** False after an unexpected end. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (!this.alive) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}

/**
 * Calls tools, so that lazily loaded code is ready: the suite allows some answers only half a second, which is little
 * on a busy machine.
 *
 * @throws Error if the server does not answer
 */
async function warmUp(url: string): Promise<void> {
  const client = await wireHttp(url, {
    revision: "2026-07-28",
    capabilities: { elicitation: {} },
  });
  const calls = { greet: { name: "suite" }, test_input_required_result_elicitation: {} };
  for (const [name, args] of Object.entries(calls)) {
    const { message, result } = await client.request("tools/call", { name, arguments: args });
    if (!result) throw new Error(`${name} does not work: ${JSON.stringify(message)}`);
  }
}
