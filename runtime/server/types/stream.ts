/** Results that arrive in pieces. */

/** How the items of a stream become the result of a call. */
export interface ToolStreamOptions<T, R> {
  /** The number of items, if it is known; the client sees it with the progress. */
  readonly total?: number;
  /**
   * Makes the result of all items. Default: what a generator returns, or else texts joined, bytes joined, and of other items
   * the last one.
   */
  accumulate?(items: readonly T[]): R | Promise<R>;
}

/** A registered symbol, which other copies of this runtime recognise. */
const mark: unique symbol = Symbol.for("mcp-codegen.stream") as never;

/** What `stream` returns: a tool reports each item as progress, and then answers with the result. */
export interface ToolStream<T = unknown, R = unknown> extends AsyncIterable<T> {
  /** The items and how they become a result; for the runtime only. */
  readonly [mark]: StreamFacts<T, R>;
}

interface StreamFacts<T, R> extends ToolStreamOptions<T, R> {
  readonly items: AsyncIterable<T> | Iterable<T>;
}

/**
 * Makes a result of items that arrive one after the other. The client gets each item as progress, with its text as the
 * message. Iteration stops when the call is cancelled. A handler may also return an async iterable or a generator itself.
 *
 *     return stream(model.tokens(prompt), { total: 100 });
 */
export function stream<T, R = T>(
  items: AsyncIterable<T> | Iterable<T>,
  options: ToolStreamOptions<T, R> = {},
): ToolStream<T, R> {
  return {
    async *[Symbol.asyncIterator]() {
      return yield* items as AsyncIterable<T>;
    },
    [mark]: { ...options, items },
  };
}

/** Returns the source and the options of a stream; undefined for other values. */
export function streamFacts(value: object): StreamFacts<unknown, unknown> | undefined {
  return (value as Partial<ToolStream>)[mark];
}
