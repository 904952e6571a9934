import type { Socket } from "node:net";
import type { buildConnector, Client, Dispatcher } from "undici";
import newConnector from "undici/lib/core/connect.js";
import UndiciClient from "undici/lib/dispatcher/client.js";
import {
  staleMs,
  type HttpAnswer,
  type HttpRequest,
  type HttpSender,
  type HttpSink,
  type Sending,
} from "./http-sender.js";

/**
 * How long a connection is silent before the system asks whether the other side is still there. It does so every second then,
 * ten times, so that a stream whose server vanished ends.
 */
const askAfterMs = 15_000;

/** How long an unused connection is kept open, unless the server says that it closes it earlier. */
const keepMs = 60_000;

/**
 * Sends requests by undici, over connections that are kept open. `node:http` takes more than twice as long for each request,
 * and the platform's `fetch` several times.
 *
 * A client of undici is one connection, which is made again when it is needed. undici's own pool takes twice as many.
 */
export class UndiciSender implements HttpSender {
  readonly #origin: string;
  readonly #options: Client.Options;
  readonly #clients: Client[] = [];
  /** Those without a request. The last one is the least likely to be closed by the server in this moment. */
  readonly #free: Client[] = [];
  /** Connections that are being made. undici would wait for them, also after its end. */
  readonly #connecting = new Set<Socket>();
  /** Failures of connections over which answers had come before. */
  readonly #afterUse = new WeakSet<Error>();

  constructor(url: URL) {
    this.#origin = url.origin;
    this.#options = {
      connect: this.#connector(),
      keepAliveTimeout: keepMs,
      // The client has time limits of its own, and a stream may be silent for hours.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
  }

  send({ method, url, headers, body }: HttpRequest, sink: HttpSink): Sending {
    const client = this.#free.pop() ?? this.#newClient();
    const sending = new UndiciSending(sink, this.#afterUse, () => this.#free.push(client));
    const path = url.pathname + url.search;
    client.dispatch({ method, path, headers, body: body ?? null }, sending);
    return sending;
  }

  close(): void {
    for (const client of this.#clients) void client.destroy();
    for (const socket of this.#connecting) socket.destroy(new Error("The client was closed."));
  }

  #newClient(): Client {
    const client = new UndiciClient(this.#origin, this.#options);
    this.#clients.push(client);
    return client;
  }

  #connector(): buildConnector.connector {
    const connect = newConnector({ keepAlive: true, keepAliveInitialDelay: askAfterMs });
    return (options, callback) => {
      const connecting = connect(options, (...[error, socket]) => {
        this.#connecting.delete(connecting);
        if (!socket) return callback(error, null);
        socket.prependListener("error", (failure) => {
          if (socket.bytesRead > 0) this.#afterUse.add(failure);
        });
        callback(null, socket);
      });
      this.#connecting.add(connecting);
    };
  }
}

/** A request on its way, and its answer. */
class UndiciSending implements Dispatcher.DispatchHandler, HttpAnswer, Sending {
  readonly #sink: HttpSink;
  readonly #afterUse: WeakSet<Error>;
  readonly #over: () => void;
  readonly #began = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #isGivenUp = false;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  status = 0;

  constructor(sink: HttpSink, afterUse: WeakSet<Error>, over: () => void) {
    this.#sink = sink;
    this.#afterUse = afterUse;
    this.#over = over;
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  destroy(): void {
    this.#isGivenUp = true;
    this.#controller?.abort(new Error("The request was given up."));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isGivenUp) this.destroy();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // An interim answer, such as 103 Early Hints.
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    this.#sink.head(this);
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Uint8Array): void {
    this.#sink.data(bytes);
  }

  onResponseEnd(): void {
    this.#over();
    this.#sink.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#over();
    const stale = this.status === 0 && performance.now() - this.#began < staleMs;
    this.#sink.failed(error, stale && this.#isReset(error));
  }

  /** Whether the server closed the connection, over which answers had come before. */
  #isReset(error: Error): boolean {
    const { code, socket } = error as NodeJS.ErrnoException & {
      readonly socket?: { readonly bytesRead?: number };
    };
    if (code === "UND_ERR_SOCKET") return (socket?.bytesRead ?? 0) > 0;
    return (code === "ECONNRESET" || code === "EPIPE") && this.#afterUse.has(error);
  }
}
