/** Runs a measured client in a process of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { root } from "../../support/cli.js";
import { clientCore, pinned } from "../server/cores.js";
import { serverCommand, stopChild } from "../server/server-process.js";
import type { Era } from "../server/requests.js";
import { program, type TransportName } from "./contenders.js";

export interface Round {
  readonly calls: number;
  readonly seconds: number;
  /** Of all threads of the client. */
  readonly cpuSeconds: number;
}

const timeoutMs = 120_000;

export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: Interface) {
    this.#child = child;
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /**
   * Starts a program, which connects and makes its first call.
   *
   * @param url of the server, over HTTP
   * @throws Error if the call fails
   */
  static async start(
    file: string,
    transport: TransportName,
    era: Era,
    url: string | undefined,
  ): Promise<ClientProcess> {
    const [command, args] = serverCommand([program("server-stdio.js")]);
    const plan = { era, ...(transport === "stdio" ? { command, args } : { url }) };
    const [node, rest] = pinned(clientCore, [process.execPath, file, JSON.stringify(plan)]);
    // The SDK v2 warns of a leak of listeners in each call.
    const env = { ...process.env, NODE_NO_WARNINGS: "1" };
    const child = spawn(node, rest, { stdio: ["pipe", "pipe", "inherit"], cwd: root, env });
    const client = new ClientProcess(child, createInterface({ input: child.stdout }));
    try {
      if ((await client.#line()) !== "ready")
        throw new Error("it says something else than `ready`");
      return client;
    } catch (error) {
      await client.stop();
      throw error;
    }
  }

  /** @param window number of calls that are open at once */
  async measure(cpuSeconds: number, window: number): Promise<Round> {
    this.#child.stdin?.write(`${JSON.stringify({ cpuSeconds, window })}\n`);
    return JSON.parse(await this.#line()) as Round;
  }

  /** Lets the program close its connection, so that its server ends. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => void stopChild(this.#child), timeoutMs);
    this.#child.stdin?.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await new Promise((resolve) => this.#child.once("exit", resolve));
    }
    clearTimeout(timer);
  }

  async #line(): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("it does not answer")), timeoutMs);
    });
    try {
      const { value, done } = await Promise.race([this.#lines.next(), late]);
      if (done) throw new Error("it ended early");
      return value;
    } finally {
      clearTimeout(timer);
    }
  }
}
