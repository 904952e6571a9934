import type { Client, Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import type { Route, RoutedHandler } from "./route.js";

/** A client of undici is one connection, which is made again when it is needed. */
interface Connection {
  readonly client: Client;
  /** Called when the response of its request is complete. */
  readonly release: () => void;
}

/** Connections to one origin that are kept open. No more than a number of them are made; further requests wait for one. */
export class ConnectionPool implements Route {
  readonly #origin: string;
  readonly #options: Client.Options;
  readonly #most: number;
  readonly #emptied: () => void;
  /** Those without a request. The last one is the least likely to be closed by the server in this moment. */
  readonly #free: Connection[] = [];
  readonly #waiting = new Map<RoutedHandler, Dispatcher.DispatchOptions>();
  #count = 0;

  /**
   * @param most connections
   * @param emptied called when the last connection is closed
   */
  constructor(origin: string, options: Client.Options, most: number, emptied: () => void) {
    this.#origin = origin;
    this.#options = options;
    this.#most = most;
    this.#emptied = emptied;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: RoutedHandler): void {
    const connection = this.#free.pop() ?? this.#newConnection();
    if (connection) dispatchBy(connection, options, handler);
    else this.#waiting.set(handler, options);
  }

  withdraw(handler: RoutedHandler): void {
    this.#waiting.delete(handler);
  }

  #release(connection: Connection): void {
    const [next] = this.#waiting;
    if (next) {
      const [handler, options] = next;
      this.#waiting.delete(handler);
      dispatchBy(connection, options, handler);
    } else this.#free.push(connection);
  }

  #newConnection(): Connection | undefined {
    if (this.#count >= this.#most) return undefined;
    this.#count += 1;
    const client = new UndiciClient(this.#origin, this.#options);
    const connection = { client, release: () => this.#release(connection) };
    client.on("disconnect", () => this.#drop(connection));
    client.on("connectionError", () => this.#drop(connection));
    return connection;
  }

  /** Forgets a connection that is closed and has no request. */
  #drop(connection: Connection): void {
    const at = this.#free.indexOf(connection);
    if (at === -1) return;
    this.#free.splice(at, 1);
    this.#count -= 1;
    if (this.#count === 0) this.#emptied();
  }
}

function dispatchBy(
  { client, release }: Connection,
  options: Dispatcher.DispatchOptions,
  handler: RoutedHandler,
): void {
  handler.onOver = release;
  client.dispatch(options, handler);
}
