import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Bus } from "../../state/state.js";
import { Audience } from "./audience.js";

/** A change that clients may be notified of. */
export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | {
      readonly kind: "resource";
      readonly uri: string;
      /** If it is present, only subscribers whose caller has this `shareOf` are notified. */
      readonly owner?: string | undefined;
    }
  | { readonly kind: "own"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "elicitation"; readonly elicitationId: string };

type Listener = (change: Change) => void;

/** Who is behind a listener. */
export interface Subscriber {
  /** Whether it is subscribed to the resource at a URI. */
  hears(uri: string): boolean;
  /** `shareOf` the caller. */
  readonly owner: string;
}

const channel = "changes";

/** Publishes the changes of a server to the listeners of every process that serves it. */
export class Changes {
  readonly #bus: Bus;
  readonly #listeners = new Map<Listener, Subscriber>();
  readonly #scheduled = new Set<"tools" | "prompts" | "resources">();
  /** Objects, because a server may be mounted in the same one twice. */
  readonly #hosts = new Set<{ readonly host: Changes }>();
  #unsubscribe: (() => void) | undefined;
  /** With those of hosts. */
  readonly audience = new Audience();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** @returns stops listening */
  listen(listener: Listener, subscriber: Subscriber): () => void {
    this.#listeners.set(listener, subscriber);
    this.#unsubscribe ??= this.#bus.subscribe(channel, (message) => this.#receive(message));
    const leave = this.audience.join();
    return () => {
      leave();
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  /**
   * Returns whether a client of this process is subscribed to a resource, at this server or at one that mounts it.
   *
   * @param owner counts only subscribers whose caller has this `shareOf`; default: all
   */
  isSubscribed(uri: string, owner?: string): boolean {
    for (const each of this.#listeners.values()) {
      if ((owner === undefined || each.owner === owner) && each.hears(uri)) return true;
    }
    for (const { host } of this.#hosts) if (host.isSubscribed(uri, owner)) return true;
    return false;
  }

  notify(change: Change): void {
    this.#bus.publish(channel, JSON.stringify(change));
    // The host's lists tell of their own changes.
    if (change.kind === "tools" || change.kind === "prompts" || change.kind === "resources") return;
    for (const { host } of this.#hosts) if (host.#bus !== this.#bus) host.notify(change);
  }

  /** Tells of changes of single things in a server that this one is mounted in, too. @returns a function that ends it */
  passOnTo(host: Changes): () => void {
    const to = { host };
    this.#hosts.add(to);
    const leave = host.audience.during(() => this.audience.join());
    return () => {
      leave();
      this.#hosts.delete(to);
    };
  }

  /** Tells this process only. */
  tell(change: Change): void {
    for (const listener of this.#listeners.keys()) listener(change);
    for (const { host } of this.#hosts) host.tell(change);
  }

  /** Reports a changed list: once for all changes of the current turn of the event loop. */
  notifyList(kind: "tools" | "prompts" | "resources"): void {
    if (!this.#scheduled.has(kind)) this.#scheduleList(kind);
  }

  /** A separate method, so that `notifyList` creates no closure: a server may register a thousand tools. */
  #scheduleList(kind: "tools" | "prompts" | "resources"): void {
    this.#scheduled.add(kind);
    void Promise.resolve().then(() => {
      this.#scheduled.delete(kind);
      this.notify({ kind });
    });
  }

  #receive(message: string): void {
    const change: unknown = JSON.parse(message);
    if (!isObject(change) || typeof member(change, "kind") !== "string") return;
    for (const listener of this.#listeners.keys()) listener(change as unknown as Change);
  }
}

/** Collects changes from its construction on, until they are flushed to a listener. */
export class ChangeBuffer {
  readonly #stop: () => void;
  #buffered: Change[] = [];
  #listener: (change: Change) => void = (change) => this.#buffered.push(change);
  #hears: Subscriber["hears"] = () => false;

  /** @param owner of the subscription */
  constructor(changes: Changes, owner: string) {
    const hears = (uri: string): boolean => this.#hears(uri);
    this.#stop = changes.listen((change) => this.#listener(change), { hears, owner });
  }

  /** Passes the buffered changes to the listener, and from now on each change at once. */
  flush(listener: (change: Change) => void, hears: Subscriber["hears"]): void {
    this.#listener = listener;
    this.#hears = hears;
    for (const change of this.#buffered) listener(change);
    this.#buffered = [];
  }

  stop(): void {
    this.#stop();
  }
}
