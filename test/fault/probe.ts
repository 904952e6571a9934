/** Sends bad messages and checks the answers. */
import assert from "node:assert/strict";
import { isObject, member, type JsonObject } from "../../runtime/protocol/json.js";
import { check } from "../support/wire/check.js";
import { readableIds } from "./messages.js";
import { modernCall } from "./requests.js";

/** Maximum time of an answer on a busy machine. */
const patienceMs = 20_000;

/** One client of a channel, with its requests and the answers that must arrive. */
export class Probe {
  readonly #send: (text: string) => void | Promise<void>;
  #received: JsonObject[] = [];
  #problem: Error | undefined;
  #watchers: (() => void)[] = [];
  #serial = 0;

  constructor(send: (text: string) => void | Promise<void>) {
    this.#send = send;
  }

  /** Receives what the server sent: a message or a batch. */
  receive(text: string): void {
    try {
      const value = JSON.parse(text) as unknown;
      for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
        checkReply(each);
        this.#received.push(each as JsonObject);
      }
    } catch (error) {
      this.#problem ??= error as Error;
    }
    for (const wake of this.#watchers.splice(0)) wake();
  }

  /** Sends a text and a valid request. Fails unless each request is answered once. */
  async try(text: string): Promise<void> {
    this.#received = [];
    const serial = `good-${++this.#serial}`;
    const good = modernCall("tools/call", { name: "echo", arguments: { text: serial } }, serial);
    await this.#send(text);
    await this.#send(good.body);
    const wanted = expectedIds(text);
    await this.#until(() => this.#answersTo(serial).length > 0);
    const [answer] = this.#answersTo(serial);
    assert.match(JSON.stringify(answer), new RegExp(`"text":"${serial}"`));
    for (const id of new Set(wanted)) {
      const often = wanted.filter((each) => Object.is(each, id)).length;
      await this.#until(() => this.#answersTo(id).length >= often || this.#refusedWhole(text));
      if (!this.#refusedWhole(text)) assert.equal(this.#answersTo(id).length, often);
    }
    checkCodes(this.#received);
  }

  #answersTo(id: unknown): JsonObject[] {
    return this.#received.filter(
      (each) => !Object.hasOwn(each, "method") && sameId(member(each, "id"), id),
    );
  }

  /** Whether the text is a batch that was refused as a whole by one error. */
  #refusedWhole(text: string): boolean {
    return (
      text.trimStart().startsWith("[") && this.#received.some((each) => !Object.hasOwn(each, "id"))
    );
  }

  async #until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!holds()) {
      if (this.#problem) throw this.#problem;
      assert.ok(Date.now() < deadline, `no answer; there came ${shown(this.#received)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#watchers.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    if (this.#problem) throw this.#problem;
  }
}

/** Fails if a server must not send the value. */
export function checkReply(value: unknown): void {
  assert.ok(isObject(value), `no message: ${shown(value)}`);
  assert.equal(value["jsonrpc"], "2.0");
  if (Object.hasOwn(value, "method")) return check("2025-11-25", "client", value, "JSONRPCMessage");
  if (Object.hasOwn(value, "result")) {
    return check("2025-11-25", "client", value, "JSONRPCResultResponse");
  }
  check("2025-11-25", "server", value, "JSONRPCErrorResponse");
  const { message } = value["error"] as { message: string };
  assert.doesNotMatch(message, /\n\s+at |node:|\.ts:|\/work\//, "no stack reaches a client");
}

/** Fails if an answer reports an internal error, because the client is to blame. */
export function checkCodes(replies: readonly JsonObject[]): void {
  for (const reply of replies) {
    const error = member(reply, "error");
    assert.notEqual(isObject(error) && error["code"], -32603, shown(reply));
  }
}

/** Returns the ids that must be answered, without those that the same text cancels: they may be. */
function expectedIds(text: string): (string | number)[] {
  return text.includes("notifications/cancelled") ? [] : readableIds(text);
}

function sameId(one: unknown, other: unknown): boolean {
  // JSON has only one zero.
  return one === other;
}

export function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 1_000);
  } catch {
    return "what is too deep to be shown";
  }
}
