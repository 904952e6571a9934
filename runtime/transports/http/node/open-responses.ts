import type { NodeResponse } from "./exchange.js";

type Socket = import("node:net").Socket;

/**
 * The responses of a server that are not sent yet, to know when a closing server may end its connections: clients keep
 * these open for further requests. `closeIdleConnections` of node:http is no substitute, because it knows only the moment
 * of its call and cuts off a response that is still being written.
 */
export class OpenResponses {
  /** The newest response on each connection; undefined before the first. */
  readonly #newest = new Map<Socket, NodeResponse | undefined>();
  #open = 0;
  #onEmpty: (() => void) | undefined;

  connected(socket: Socket): void {
    this.#newest.set(socket, undefined);
    socket.once("close", () => this.#newest.delete(socket));
  }

  /** Called for each request. */
  began(socket: Socket, response: NodeResponse): void {
    this.#newest.set(socket, response);
    if (this.#onEmpty) this.#await(response);
  }

  /**
   * Calls the listener when no response is open any more. Until then clients may send further requests, because a response
   * may depend on the client's answer to a question.
   */
  whenEmpty(listener: () => void): void {
    this.#onEmpty = listener;
    for (const response of this.#newest.values()) {
      if (response && !response.writableFinished) this.#await(response);
    }
    if (this.#open === 0) listener();
  }

  #await(response: NodeResponse): void {
    // Tells the client not to send another request on this connection.
    response.shouldKeepAlive = false;
    this.#open += 1;
    response.once("close", () => {
      this.#open -= 1;
      if (this.#open === 0) this.#onEmpty?.();
    });
  }
}
