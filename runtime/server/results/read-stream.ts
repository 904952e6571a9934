import { jsonText } from "../../protocol/exact-json.js";
import type { CallContext } from "../types/call-context.js";
import { bytesOf } from "./bytes.js";
import { streamFacts } from "../types/stream.js";

/** A source of items that have to be waited for or computed. */
type Source = AsyncIterable<unknown> | Iterable<unknown>;

/** Whether a value is an async iterable or a generator. Arrays, sets and texts have all their items at once. */
export function isStream(value: unknown): value is Source {
  if (typeof value !== "object" || value === null) return false;
  if (Symbol.asyncIterator in value) return true;
  return (
    Symbol.iterator in value && typeof (value as Partial<Iterator<unknown>>).next === "function"
  );
}

/**
 * Reports each item of a stream as progress, and makes a value of all.
 *
 * @throws what the source throws; the signal's reason when the call is cancelled, after telling the source to stop
 */
export async function readStream(source: Source, ctx: CallContext): Promise<unknown> {
  const facts = streamFacts(source);
  const { items: given = source, total } = facts ?? {};
  const reports = ctx.meta["progressToken"] !== undefined;
  const items = new Items(facts?.accumulate !== undefined);
  const iterator = iteratorOf(given);
  const cancelled = cancellation(ctx.signal);
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), cancelled.promise]);
      if (next.done) {
        isDone = true;
        if (facts?.accumulate) return await facts.accumulate(items.all);
        return next.value === undefined ? items.joined() : next.value;
      }
      items.add(next.value);
      if (reports) ctx.progress(items.count, total, messageOf(next.value));
    }
  } finally {
    cancelled.stop();
    // Not awaited: a generator that waits for something ends only after that.
    if (!isDone) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

/** Makes an asynchronous iterator, whose items are never promises. */
function iteratorOf(source: Source): AsyncIterator<unknown, unknown> {
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  const items = source[Symbol.iterator]();
  return {
    next: async () => {
      const { done, value } = items.next();
      return { done: done ?? false, value: await (value as unknown) };
    },
    return: async () => items.return?.() as IteratorResult<unknown, unknown>,
  };
}

/** Rejects as soon as the signal is aborted, until it is stopped. */
function cancellation(signal: AbortSignal): { promise: Promise<never>; stop(): void } {
  let stop = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    stop = () => signal.removeEventListener("abort", abort);
  });
  // Only one that is waited for must be reported.
  promise.catch(() => undefined);
  return { promise, stop };
}

/** The items so far. Those that the result does not need are not kept. */
class Items {
  readonly #keepsAll: boolean;
  readonly all: unknown[] = [];
  #kind: "text" | "bytes" | "other" | undefined;
  count = 0;

  constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  add(item: unknown): void {
    this.count++;
    const kind = typeof item === "string" ? "text" : bytesOf(item) ? "bytes" : "other";
    if (kind !== (this.#kind ??= kind)) this.#kind = "other";
    if (!this.#keepsAll && this.#kind === "other") this.all.length = 0;
    this.all.push(item);
  }

  /** Joins texts and bytes; of other items the last one counts. */
  joined(): unknown {
    if (this.#kind === "text") return this.all.join("");
    if (this.#kind === "bytes") {
      return new Uint8Array(Buffer.concat(this.all.map((item) => bytesOf(item) as Uint8Array)));
    }
    return this.all.at(-1);
  }
}

/** Returns what a person can read of an item; undefined for bytes, and for what JSON can't represent. */
function messageOf(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  if (bytesOf(item) || item === undefined) return undefined;
  try {
    return jsonText(item) ?? undefined;
  } catch {
    return undefined;
  }
}
