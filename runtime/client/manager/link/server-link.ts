/** The connection to one of the servers, over its whole life. */
import { startTimeLimit } from "../../../protocol/limits/time-limit.js";
import type { Log } from "../../../protocol/log.js";
import type { Tool } from "../../../protocol/model.js";
import type { ClientOptions } from "../../client-options.js";
import type { McpClient, RequestOptions } from "../../client.js";
import {
  McpAuthorizationError,
  McpConnectionError,
  McpHandshakeError,
  McpTimeoutError,
} from "../../errors.js";
import type {
  ConnectionState,
  LinkObserver,
  OpenConnection,
  ServerEntry,
} from "../manager-model.js";
import { compileFilter, type ShowsTool } from "../names/tool-filter.js";
import { TargetOpener } from "./open-target.js";
import { ReconnectPauses } from "./reconnect-pauses.js";
import { noLists, ServerLists, type Lists } from "./server-lists.js";

/** How long a call waits for a connection that is being made. */
const waitMs = 30_000;

export interface LinkSettings {
  readonly common: ClientOptions;
  readonly reconnect: ConstructorParameters<typeof ReconnectPauses>[0];
  readonly open: OpenConnection;
  readonly observer: LinkObserver;
  readonly log: Log;
}

/** Connects, connects again when the connection breaks, and keeps the lists. */
export class ServerLink {
  readonly name: string;
  /** Whether it is connected by name only. */
  readonly isDisabled: boolean;
  /** The server's own filter. */
  readonly shows: ShowsTool;
  readonly isFiltered: boolean;
  /** Whether the user removed it. */
  isForgotten = false;
  /** Tools that the user registered; they replace those that the server lists by the same name. */
  registered: readonly Tool[] = [];
  readonly #opener: TargetOpener | undefined;
  readonly #pauses: ReconnectPauses;
  readonly #observer: LinkObserver;
  readonly #log: Log;
  #state: ConnectionState = "idle";
  #error: Error | undefined;
  #client: McpClient | undefined;
  #lists: ServerLists | undefined;
  /** The lists while the connection is being made again, so that models' tools don't come and go. */
  #kept: Lists = noLists;
  /** Ends the connection, or the attempt to make one. */
  #ending: AbortController | undefined;
  #attempt: Promise<McpClient> | undefined;

  /** @param entry absent for a server of which only tools were registered */
  constructor(name: string, entry: ServerEntry | undefined, settings: LinkSettings) {
    this.name = name;
    this.isDisabled = !entry || entry.disabled === true;
    this.shows = compileFilter(entry?.toolFilter);
    this.isFiltered = entry?.toolFilter !== undefined;
    this.#opener = entry && new TargetOpener(name, entry, settings.common, settings.open);
    this.#pauses = new ReconnectPauses(settings.reconnect);
    this.#observer = settings.observer;
    this.#log = settings.log;
  }

  /** False for a server of which only tools were registered. */
  get hasTarget(): boolean {
    return this.#opener !== undefined;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get error(): Error | undefined {
    return this.#error;
  }

  /** Present while connected. */
  get client(): McpClient | undefined {
    return this.#client;
  }

  get lists(): Lists {
    return this.#lists?.current ?? this.#kept;
  }

  /** Whether its tools are to be shown. */
  get isLive(): boolean {
    return this.#state === "connected" || this.#state === "reconnecting";
  }

  /** Connects, unless it is connected. @throws the error that is also kept in `error` */
  async connect(): Promise<void> {
    if (this.#state === "connected") return;
    if (this.#state !== "connecting" || !this.#attempt) {
      this.#pauses.reset();
      this.#ending?.abort(disconnected(this.name));
      this.#begin("connecting");
      this.#attempt = this.#open(false);
    }
    await this.#attempt;
  }

  /** Ends the connection, and every attempt to make one. */
  async disconnect(): Promise<void> {
    if (this.#state === "idle" || this.#state === "disconnected") return;
    const client = this.#client;
    const ending = this.#ending;
    this.#leave("disconnected", undefined);
    this.#observer.emit("disconnected", { server: this.name });
    if (!client) ending?.abort(disconnected(this.name));
    await client?.close().catch((error: unknown) => {
      this.#log.warn("A connection could not be closed.", error, { server: this.name });
    });
  }

  /** Returns the client, and waits for it if it is being connected. @throws McpConnectionError, McpTimeoutError */
  async ready({ signal, timeoutMs = waitMs }: RequestOptions = {}): Promise<McpClient> {
    if (this.#client) return this.#client;
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = startTimeLimit(timeoutMs, () => {
      const message = `"${this.name}" was not connected within ${timeoutMs} ms.`;
      late.abort(new McpTimeoutError(message, { server: this.name, cause: this.#error }));
    });
    try {
      const given = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      return await this.#whenConnected(given);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits for the present attempt, and for those that follow when it fails. */
  async #whenConnected(signal: AbortSignal): Promise<McpClient> {
    for (;;) {
      const attempt = this.#attempt;
      if (!attempt) throw this.notConnected();
      try {
        return await beforeAbort(attempt, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (attempt === this.#attempt) throw error;
      }
    }
  }

  /** Returns the error of a call while there is no connection. */
  notConnected(): McpConnectionError {
    const why = this.#error ? `: ${this.#error.message}` : `. Call connect("${this.name}").`;
    const facts = { server: this.name, cause: this.#error };
    return new McpConnectionError(`"${this.name}" is not connected${why}`, facts);
  }

  #begin(state: "connecting" | "reconnecting"): void {
    this.#ending = new AbortController();
    this.#state = state;
    this.#observer.changed(this.name, "state");
  }

  /** Makes one attempt. Its failure is told, unless another attempt or `disconnect` came between. */
  #open(isAnother: boolean): Promise<McpClient> {
    const ending = this.#ending!;
    const attempt = this.#openAndList(ending, isAnother).catch((error: unknown) => {
      const reason = asError(error, this.name);
      if (ending === this.#ending && !isAnother) this.#fail(reason);
      throw reason;
    });
    // Its callers hear of a failure; when there are none, the state tells it.
    attempt.catch(() => undefined);
    return attempt;
  }

  async #openAndList(ending: AbortController, isAnother: boolean): Promise<McpClient> {
    if (!this.#opener) {
      throw new McpConnectionError(
        `Of "${this.name}" only tools were registered. Call add("${this.name}", target) to say where it is.`,
        { server: this.name },
      );
    }
    const opening = this.#opener.open(ending.signal, isAnother);
    const client = await beforeAbort(opening, ending.signal).catch((error: unknown) => {
      void opening.then((late) => late.close()).catch(() => undefined);
      throw error;
    });
    const lists = new ServerLists(client, this.#log, (kind) => {
      this.#observer.changed(this.name, kind);
    });
    const stopHearing = this.#hear(client, lists);
    try {
      await lists.load();
      ending.signal.throwIfAborted();
      if (lists.isClosed) throw disconnected(this.name);
    } catch (error) {
      stopHearing();
      lists.close();
      await client.close().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#lists = lists;
    this.#state = "connected";
    this.#error = undefined;
    this.#pauses.connected();
    this.#observer.changed(this.name, "state");
    this.#observer.emit("connected", { server: this.name });
    return client;
  }

  #hear(client: McpClient, lists: ServerLists): () => void {
    const server = this.name;
    const observer = this.#observer;
    const ends = [
      client.on("close", (error) => {
        lists.close();
        if (client === this.#client) this.#closed(error);
      }),
      client.on("log", (message) => observer.emit("log", { server, message })),
      client.on("progress", (progress) => observer.emit("progress", { server, progress })),
      client.on("resourceUpdated", (uri) => observer.emit("resourceUpdated", { server, uri })),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /** The connection ended by itself. */
  #closed(error: Error | undefined): void {
    if (!error) {
      this.#leave("disconnected", undefined);
      this.#observer.emit("disconnected", { server: this.name });
      return;
    }
    this.#pauses.broke();
    const lists = this.lists;
    this.#drop();
    this.#kept = lists;
    this.#reconnect(error);
  }

  #reconnect(error: Error): void {
    const pause = this.#opener?.canReopen && mayPass(error) ? this.#pauses.next() : undefined;
    if (!pause) {
      this.#fail(error);
      return;
    }
    this.#error = error;
    this.#begin("reconnecting");
    const ending = this.#ending!;
    this.#observer.emit("reconnecting", { server: this.name, error, ...pause });
    this.#attempt = this.#openLater(pause.delayMs, ending);
    this.#attempt.catch((reason: unknown) => {
      if (ending === this.#ending) this.#reconnect(asError(reason, this.name));
    });
  }

  async #openLater(delayMs: number, ending: AbortController): Promise<McpClient> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs)));
    try {
      await beforeAbort(pause, ending.signal);
    } finally {
      clearTimeout(timer);
    }
    return this.#open(true);
  }

  #fail(error: Error): void {
    this.#leave("failed", error);
    this.#log.error("A server is not connected.", error, { server: this.name });
    this.#observer.emit("failed", { server: this.name, error });
  }

  #leave(state: "failed" | "disconnected", error: Error | undefined): void {
    this.#ending = undefined;
    this.#attempt = undefined;
    this.#drop();
    this.#kept = noLists;
    this.#error = error;
    this.#state = state;
    this.#observer.changed(this.name, "state");
  }

  #drop(): void {
    this.#lists?.close();
    this.#lists = undefined;
    this.#client = undefined;
  }
}

function disconnected(server: string): McpConnectionError {
  return new McpConnectionError(`"${server}" was disconnected meanwhile.`, { server });
}

/** Whether another attempt may succeed where one failed with this error. */
function mayPass(error: Error): boolean {
  return !(
    error instanceof McpAuthorizationError ||
    error instanceof McpHandshakeError ||
    error instanceof TypeError
  );
}

function asError(error: unknown, server: string): Error {
  return error instanceof Error ? error : new McpConnectionError(String(error), { server });
}

/** Rejects with the signal's reason as soon as it is aborted. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
