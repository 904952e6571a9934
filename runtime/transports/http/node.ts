import { isUtf8 } from "node:buffer";
import {
  createServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Service } from "../../session/service.js";
import { answerPost, type Outlet } from "./exchange.js";
import { createGuard, isLoopback } from "./guard.js";
import {
  defaultMaxBodyBytes,
  defaultPath,
  eventText,
  jsonType,
  keepAliveMs,
  notUtf8,
  openRequest,
  streamHeaders,
  tooLarge,
  type HeaderFields,
  type HttpOptions,
  type Opening,
} from "./handler.js";

export interface HttpServerOptions extends HttpOptions {
  /** Default 3000; 0 takes any free one. */
  readonly port?: number;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
}

/** A server that listens. */
export interface HttpServer {
  readonly url: string;
  readonly server: NodeServer;
  /** Takes no more requests and resolves when the open ones are answered, or after five seconds. */
  close(): Promise<void>;
}

const closeGraceMs = 5_000;
/** Of a body that is too large, this many times the limit is read and thrown away so that the client sees the answer. */
const drainFactor = 8;

/** Serves Streamable HTTP on a port. Rejects when it can't listen. */
export async function listenHttp(
  service: Service,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const { port = 3000, host = "127.0.0.1" } = options;
  const handle = createNodeHandler(service, { loopback: isLoopback(host), ...options });
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    server,
    url: `http://${name}:${bound}${options.path ?? defaultPath}`,
    close: () => closeServer(server),
  };
}

/** A request listener for node:http and whatever takes one. It reads the body itself. */
export function createNodeHandler(
  service: Service,
  options: HttpOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const guard = createGuard(options);
  const path = options.path ?? defaultPath;
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;

  return (request, response) => {
    const url = request.url ?? "/";
    const isServedPath = url === path || url.split("?", 1)[0] === path;
    const headers = (name: string): string | undefined => {
      const value = request.headers[name];
      return typeof value === "object" ? value[0] : value;
    };
    const opening = openRequest(guard, isServedPath, request.method ?? "", headers, maxBodyBytes);
    if (opening.done) {
      drain(request, maxBodyBytes * drainFactor);
      return finish(response, opening);
    }
    readBody(
      request,
      maxBodyBytes,
      (body) => {
        if (!isUtf8(body)) return finish(response, notUtf8(opening.headers));
        const outlet = new NodeOutlet(response, opening.headers);
        void answerPost(service, body.toString(), headers, opening.accepted, outlet);
      },
      () => finish(response, tooLarge(maxBodyBytes, opening.headers)),
    );
  };
}

class NodeOutlet implements Outlet {
  onClose?: () => void;
  readonly #response: ServerResponse;
  readonly #headers: HeaderFields;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, headers: HeaderFields) {
    this.#response = response;
    this.#headers = headers;
    response.once("close", () => {
      clearInterval(this.#keepAlive);
      if (!response.writableFinished) this.onClose?.();
    });
  }

  send(status: number, body?: string): void {
    if (this.#response.destroyed) return;
    if (body === undefined) {
      this.#response.writeHead(status, this.#headers).end();
      return;
    }
    this.#response.writeHead(status, {
      ...this.#headers,
      "content-type": jsonType,
      "content-length": Buffer.byteLength(body),
    });
    this.#response.end(body);
  }

  event(message: string): void {
    const response = this.#response;
    if (response.destroyed) return;
    if (!response.headersSent) {
      response.writeHead(200, { ...this.#headers, ...streamHeaders });
      this.#keepAlive = setInterval(() => {
        if (!response.writableNeedDrain) response.write(": keep-alive\n\n");
      }, keepAliveMs).unref();
    }
    response.write(eventText(message));
  }

  end(): void {
    clearInterval(this.#keepAlive);
    this.#response.end();
  }
}

function readBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Buffer) => void,
  overflow: () => void,
): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let size = 0;
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) {
      request.off("data", onData);
      request.off("end", onEnd);
      drain(request, limit * drainFactor);
      overflow();
    } else if (first === undefined) first = chunk;
    else if (rest === undefined) rest = [first, chunk];
    else rest.push(chunk);
  };
  const onEnd = (): void => done(rest ? Buffer.concat(rest) : (first ?? Buffer.alloc(0)));
  request.on("data", onData);
  request.on("end", onEnd);
  // A client that leaves in the middle of its body: there is nobody to answer.
  request.on("error", () => {});
}

/** Reads and forgets what is left of a body, so that the client is not stuck writing it; not without end. */
function drain(request: IncomingMessage, limit: number): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) request.destroy();
  });
  request.on("error", () => {});
  request.resume();
}

function finish(response: ServerResponse, answer: Opening & { done: true }): void {
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

function closeServer(server: NodeServer): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
