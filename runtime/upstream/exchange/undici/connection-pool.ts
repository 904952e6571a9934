import type { Client, Dispatcher } from "undici";
import UndiciClient from "undici/lib/dispatcher/client.js";
import type { Route, RoutedHandler } from "./route.js";

/**
 * Connections to one origin that are kept open. No more than a number of them are made; further requests wait for one. A client
 * of undici is one connection, which is made again when it is needed.
 */
export class ConnectionPool implements Route {
  readonly #origin: string;
  readonly #options: Client.Options;
  readonly #most: number;
  readonly #emptied: () => void;
  /** Those without a request. The last one is the least likely to be closed by the server in this moment. */
  readonly #free: Client[] = [];
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
    const client = this.#free.pop() ?? this.#newClient();
    if (client) this.#dispatchBy(client, options, handler);
    else this.#waiting.set(handler, options);
  }

  withdraw(handler: RoutedHandler): void {
    this.#waiting.delete(handler);
  }

  #dispatchBy(client: Client, options: Dispatcher.DispatchOptions, handler: RoutedHandler): void {
    handler.onOver = () => this.#release(client);
    client.dispatch(options, handler);
  }

  #release(client: Client): void {
    const [next] = this.#waiting;
    if (next) {
      const [handler, options] = next;
      this.#waiting.delete(handler);
      this.#dispatchBy(client, options, handler);
    } else this.#free.push(client);
  }

  #newClient(): Client | undefined {
    if (this.#count >= this.#most) return undefined;
    this.#count += 1;
    const client = new UndiciClient(this.#origin, this.#options);
    client.on("disconnect", () => this.#drop(client));
    client.on("connectionError", () => this.#drop(client));
    return client;
  }

  /** Forgets a client that has neither a connection nor a request. */
  #drop(client: Client): void {
    const at = this.#free.indexOf(client);
    if (at === -1) return;
    this.#free.splice(at, 1);
    this.#count -= 1;
    if (this.#count === 0) this.#emptied();
  }
}
