import { Agent, request as plainRequest, type IncomingMessage } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
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

/**
 * Sends requests by `node:http`, over connections that are kept open. The platform's `fetch` takes several times as long for
 * each request.
 */
export class NodeSender implements HttpSender {
  readonly #agent: Agent;
  readonly #request: typeof plainRequest;

  constructor(url: URL) {
    // The connection that was used last is the least likely to be closed by the server in this moment.
    const options = { keepAlive: true, keepAliveMsecs: askAfterMs, scheduling: "lifo" } as const;
    const isTls = url.protocol === "https:";
    this.#agent = isTls ? new TlsAgent(options) : new Agent(options);
    this.#request = isTls ? tlsRequest : plainRequest;
  }

  send({ method, url, headers, body }: HttpRequest, sink: HttpSink): Sending {
    headers.push("Host", url.host, "Connection", "keep-alive");
    if (body !== undefined) headers.push("Content-Length", String(Buffer.byteLength(body)));
    const began = performance.now();
    let answered = false;
    const request = this.#request({
      agent: this.#agent,
      // The URL class puts IPv6 addresses into brackets.
      host: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      method,
      // As an array they are written as they are, which takes a third of the time.
      headers,
    });
    request.on("response", (message) => {
      answered = true;
      receive(message, sink);
    });
    request.on("error", (error) => {
      // A connection that breaks during the answer fails the answer too.
      if (answered) return;
      const stale = request.reusedSocket && performance.now() - began < staleMs;
      sink.failed(error, stale && isReset(error));
    });
    request.end(body);
    return request;
  }

  close(): void {
    this.#agent.destroy();
  }
}

function receive(message: IncomingMessage, sink: HttpSink): void {
  let ended = false;
  message.on("data", (bytes: Uint8Array) => sink.data(bytes));
  message.on("end", () => {
    ended = true;
    sink.end();
  });
  message.on("error", (error) => {
    if (!ended) sink.failed(error, false);
    ended = true;
  });
  sink.head(new NodeAnswer(message));
}

class NodeAnswer implements HttpAnswer {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  get status(): number {
    return this.#message.statusCode ?? 0;
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }
}

function isReset(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNRESET" || code === "EPIPE";
}
