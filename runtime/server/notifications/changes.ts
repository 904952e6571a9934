import { isObject, member } from "../../protocol/json.js";
import type { Bus } from "../../state/state.js";

/** Something that clients may want to hear of. */
export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "resource"; readonly uri: string }
  | { readonly kind: "elicitation"; readonly elicitationId: string };

type Listener = (change: Change) => void;

const channel = "changes";

/** Changes of what a server offers, told to every listener of every process that serves it. */
export class Changes {
  readonly #bus: Bus;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Set<"tools" | "prompts" | "resources">();
  #unsubscribe: (() => void) | undefined;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** @returns stops listening */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#unsubscribe ??= this.#bus.subscribe(channel, (message) => this.#receive(message));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  notify(change: Change): void {
    this.#bus.publish(channel, JSON.stringify(change));
  }

  /** Tells that a list changed: once, however often it changes before the program lets go of the thread. */
  notifyList(kind: "tools" | "prompts" | "resources"): void {
    if (!this.#waiting.has(kind)) this.#scheduleList(kind);
  }

  /** Apart: a function that makes another one costs each of its calls, and a server may register a thousand tools. */
  #scheduleList(kind: "tools" | "prompts" | "resources"): void {
    this.#waiting.add(kind);
    void Promise.resolve().then(() => {
      this.#waiting.delete(kind);
      this.notify({ kind });
    });
  }

  #receive(message: string): void {
    const change: unknown = JSON.parse(message);
    if (!isObject(change) || typeof member(change, "kind") !== "string") return;
    for (const listener of this.#listeners) listener(change as unknown as Change);
  }
}

/** Hears of changes from the moment it is made, and keeps them until somebody takes them. */
export class ChangeBuffer {
  readonly #stop: () => void;
  #held: Change[] = [];
  #listener: (change: Change) => void = (change) => this.#held.push(change);

  constructor(changes: Changes) {
    this.#stop = changes.listen((change) => this.#listener(change));
  }

  /** Tells what is held, and from now on each change at once. */
  flush(listener: (change: Change) => void): void {
    this.#listener = listener;
    for (const change of this.#held) listener(change);
    this.#held = [];
  }

  /** Hears of nothing any more. */
  stop(): void {
    this.#stop();
  }
}
