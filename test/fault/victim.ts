/** The server process as the tests see it. */
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { HttpServerOptions } from "../../runtime/index.js";
import { root } from "../support/cli.js";
import { initializeCall, legacyNotification, modernCall } from "./requests.js";
import { RawClient } from "./raw.js";
import type { Command, Commands, Details, Question, ServerUrls } from "./commands.js";

/** Complaints that must not appear on stderr. */
const distress = /uncaught|unhandled|MaxListenersExceeded|heap out of memory/i;

export class Victim {
  readonly urls: ServerUrls;
  readonly #child: ChildProcess;
  readonly #heard: () => string;
  #serial = 0;

  private constructor(child: ChildProcess, urls: ServerUrls, heard: () => string) {
    this.#child = child;
    this.urls = urls;
    this.#heard = heard;
  }

  /**
   * Starts the process and waits until it listens.
   *
   * @param options options of Streamable HTTP; `slowly` makes token checks slow
   */
  static async start(options: HttpServerOptions & { slowly?: boolean } = {}): Promise<Victim> {
    const child = fork(path.join(root, "test/fault/server-main.ts"), [JSON.stringify(options)], {
      execArgv: ["--expose-gc", "--import", "tsx"],
      stdio: ["ignore", "inherit", "pipe", "ipc"],
    });
    let heard = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      heard = (heard + chunk.toString()).slice(-100_000);
    });
    const started = once(child, "message") as Promise<[{ urls: ServerUrls }]>;
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the server ended with ${String(code)}: ${heard}`);
    });
    // Only relevant while the server starts.
    ended.catch(() => {});
    const [{ urls }] = await Promise.race([started, ended]);
    return new Victim(child, urls, () => heard);
  }

  /** Sends a command to the process and returns the answer. */
  async ask<C extends Command>(command: C, details: Details = {}): Promise<Commands[C]> {
    this.checkAlive();
    const serial = ++this.#serial;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#child.off("message", onMessage);
        this.#child.off("exit", onExit);
      };
      const onMessage = (message: { serial: number; answer: Commands[C] }): void => {
        if (message.serial !== serial) return;
        settle();
        resolve(message.answer);
      };
      const onExit = (): void => {
        settle();
        reject(new Error(`the server ended: ${this.#heard()}`));
      };
      this.#child.on("message", onMessage);
      this.#child.on("exit", onExit);
      const question: Question = { serial, command, ...details };
      this.#child.send(question);
    });
  }

  /** Connects to Streamable HTTP, or to another URL, and reads what arrives. */
  async connect(url: string = this.urls.http): Promise<RawClient> {
    const client = await RawClient.connect(url);
    client.read();
    return client;
  }

  /** Opens a session and returns its id. */
  async openSession(): Promise<string> {
    const client = await this.connect();
    const { body, headers } = initializeCall();
    await client.post(body, headers);
    const id = (await client.answer())?.headers["mcp-session-id"] ?? "";
    const begun = legacyNotification("notifications/initialized", id);
    await client.post(begun.body, begun.headers);
    assert.equal((await client.answer())?.status, 202);
    client.socket.destroy();
    return id;
  }

  /** Fails unless a new client is served. */
  async checkServes(): Promise<void> {
    const client = await this.connect();
    const { body, headers } = modernCall("tools/call", {
      name: "echo",
      arguments: { text: "here" },
    });
    await client.post(body, headers);
    const answer = await client.answer();
    assert.equal(answer?.status, 200);
    assert.match(answer.body, /"here"/);
    client.socket.destroy();
    this.checkAlive();
  }

  /** Fails if the process has ended, or has reported something that no client should cause. */
  checkAlive(): void {
    const { exitCode, signalCode } = this.#child;
    const heard = this.#heard();
    assert.ok(exitCode === null && signalCode === null, `the server ended: ${heard}`);
    assert.doesNotMatch(heard, distress);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }
}
