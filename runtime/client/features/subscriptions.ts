import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import { isModern } from "../../protocol/revisions.js";
import type { Listening, ListenFilter, RequestOptions } from "../client.js";
import { McpCallError, McpClientError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { within } from "../exchange/within.js";
import { KeptListening } from "./kept-listening.js";

/**
 * What a server shall tell of by itself: changes of lists, and updates of resources. In every revision by the same methods:
 * since 2026-07-28 over streams of `subscriptions/listen`, before by `resources/subscribe` and without being asked.
 */
export class Subscriptions {
  readonly #exchange: Exchange;
  readonly #capabilities: () => ServerCapabilities;
  /** How often each resource is subscribed to. */
  readonly #counts = new Map<string, number>();
  /** Of those resources; the last attempt of each. */
  readonly #beginnings = new Map<string, Promise<void>>();
  /** One stream for all subscribed resources, since 2026-07-28. */
  #listening: KeptListening | undefined;
  /** The stream for the handlers of changed lists, since 2026-07-28. */
  #lists: Promise<KeptListening | undefined> | undefined;
  /** Streams are opened one after the other, so that the last has all resources. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(exchange: Exchange, capabilities: () => ServerCapabilities) {
    this.#exchange = exchange;
    this.#capabilities = capabilities;
    exchange.renewal.andRestore(() => this.#subscribeAgain());
  }

  /**
   * Asks to hear of updates of a resource.
   *
   * @returns a function that ends it
   * @throws McpClientError if the server does not agree
   */
  async subscribe(uri: string, options?: RequestOptions): Promise<() => Promise<void>> {
    const count = (this.#counts.get(uri) ?? 0) + 1;
    this.#counts.set(uri, count);
    try {
      await this.#begun(uri, options);
    } catch (error) {
      this.#release(uri);
      throw error;
    }
    let isEnded = false;
    return async () => {
      if (isEnded) return;
      isEnded = true;
      if (this.#release(uri)) await this.#end(uri);
    };
  }

  async listen(filter: ListenFilter, options: RequestOptions = {}): Promise<Listening> {
    if (!isModern(this.#exchange.revision)) return this.#listenLegacy(filter, options);
    // Opened by nobody's call, it has limits of its own, which may be longer than the caller's.
    const heard = await within(
      async () => this.#lists,
      options,
      (ms) =>
        this.#exchange.timeoutError(`did not acknowledge subscriptions/listen within ${ms} ms`),
    );
    if (!heard) return KeptListening.open(this.#exchange, filter, options);
    // A change must not be told twice, because two streams tell of it.
    const already = commonLists(filter, heard.filter);
    const { tools, prompts, resources, ...others } = filter;
    const rest: ListenFilter = {
      ...(tools && !already.tools && { tools }),
      ...(prompts && !already.prompts && { prompts }),
      ...(resources && !already.resources && { resources }),
      ...others,
    };
    if (Object.keys(rest).length === 0) return { filter: already, close: () => Promise.resolve() };
    const opened = await KeptListening.open(this.#exchange, rest, options);
    return { filter: { ...already, ...opened.filter }, close: () => opened.close() };
  }

  /** Hears of changes of the lists that the server tells of, until the connection ends. */
  hearOfLists(): void {
    if (this.#lists || !isModern(this.#exchange.revision)) return;
    const { tools, prompts, resources } = this.#capabilities();
    const filter: ListenFilter = {
      ...(tools?.listChanged && { tools: true }),
      ...(prompts?.listChanged && { prompts: true }),
      ...(resources?.listChanged && { resources: true }),
    };
    if (Object.keys(filter).length === 0) return;
    this.#lists = KeptListening.open(this.#exchange, filter).catch((error: unknown) => {
      const { log, server } = this.#exchange;
      if (!this.#exchange.isClosed) log.warn(`${server} does not tell of changes of lists`, error);
      this.#lists = undefined;
      return undefined;
    });
  }

  /** Begins a subscription once for all who want it. If that failed for one, the next one tries. */
  #begun(uri: string, options: RequestOptions | undefined): Promise<void> {
    const begin = (): Promise<void> => this.#begin(uri, options);
    const begun = this.#beginnings.get(uri)?.catch(begin) ?? begin();
    this.#beginnings.set(uri, begun);
    return begun;
  }

  /** @returns whether nobody is subscribed any more */
  #release(uri: string): boolean {
    const left = (this.#counts.get(uri) ?? 0) - 1;
    if (left > 0) this.#counts.set(uri, left);
    else {
      this.#counts.delete(uri);
      this.#beginnings.delete(uri);
    }
    return left <= 0;
  }

  async #begin(uri: string, options: RequestOptions | undefined): Promise<void> {
    if (!isModern(this.#exchange.revision)) {
      await this.#exchange.request("resources/subscribe", { uri }, options);
      return;
    }
    await this.#reopen(options);
    if (this.#listening?.filter.resourceUris?.includes(uri)) return;
    const { server } = this.#exchange;
    throw new McpClientError(`${server} does not tell of updates of ${uri}.`, { server });
  }

  async #end(uri: string): Promise<void> {
    if (this.#exchange.isClosed) return;
    if (isModern(this.#exchange.revision)) await this.#reopen({});
    else await this.#exchange.request("resources/unsubscribe", { uri });
  }

  /** Replaces the stream by one for the resources that are subscribed to now. */
  #reopen(options: RequestOptions | undefined): Promise<void> {
    const opening = this.#opening.then(async () => {
      const resourceUris = [...this.#counts.keys()];
      const before = this.#listening;
      this.#listening =
        resourceUris.length === 0
          ? undefined
          : await KeptListening.open(this.#exchange, { resourceUris }, options);
      // The old one lasts until then, so that no update is missed.
      await before?.close();
    });
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  async #listenLegacy(filter: ListenFilter, options?: RequestOptions): Promise<Listening> {
    const { tools, prompts, resources } = this.#capabilities();
    const ends: (() => Promise<void>)[] = [];
    const resourceUris: string[] = [];
    for (const uri of filter.resourceUris ?? []) {
      try {
        ends.push(await this.subscribe(uri, options));
        resourceUris.push(uri);
      } catch (error) {
        // As since 2026-07-28, the filter says what the server does not tell of.
        if (!(error instanceof McpCallError)) throw error;
      }
    }
    const agreed: ListenFilter = {
      ...(filter.tools && tools?.listChanged && { tools: true }),
      ...(filter.prompts && prompts?.listChanged && { prompts: true }),
      ...(filter.resources && resources?.listChanged && { resources: true }),
      ...(filter.resourceUris && { resourceUris }),
      // Told without being asked for.
      ...(filter.methods && { methods: filter.methods }),
    };
    return {
      filter: agreed,
      close: async () => {
        await Promise.all(ends.map((end) => end()));
      },
    };
  }

  async #subscribeAgain(): Promise<void> {
    if (isModern(this.#exchange.revision)) return;
    const uris = [...this.#counts.keys()];
    await Promise.all(uris.map((uri) => this.#exchange.request("resources/subscribe", { uri })));
  }
}

/** Returns the lists of a filter that another one has as well. */
function commonLists(one: ListenFilter, other: ListenFilter): ListenFilter {
  return {
    ...(one.tools && other.tools && { tools: true }),
    ...(one.prompts && other.prompts && { prompts: true }),
    ...(one.resources && other.resources && { resources: true }),
  };
}
