import { isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Body, HeaderFields, HttpExchange, Outlet } from "./exchange.js";

/** Of a body that nobody wants, so much is read and thrown away that the client sees the answer. */
const maxDrainBytes = 64 * 1024 * 1024;

/** A request of node:http and the way back. */
export class NodeExchange implements HttpExchange, Outlet {
  onClose?: () => void;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #parsedBody: unknown;
  #reading = false;

  /** @param parsedBody the body as JSON, when somebody else has read it */
  constructor(request: IncomingMessage, response: ServerResponse, parsedBody?: unknown) {
    this.#request = request;
    this.#response = response;
    this.#parsedBody = parsedBody;
    response.once("close", () => {
      if (!response.writableFinished) this.onClose?.();
    });
    // A client that leaves in the middle of its body: there is nobody to answer.
    request.on("error", ignore);
  }

  get outlet(): Outlet {
    return this;
  }

  get method(): string {
    return this.#request.method ?? "";
  }

  get url(): string {
    return this.#request.url ?? "/";
  }

  readonly headers = (name: string): string | undefined => {
    const value = this.#request.headers[name];
    if (name === "authorization" || typeof value === "object") {
      return this.#request.headersDistinct[name]?.join(", ");
    }
    return value;
  };

  readBody(limit: number, done: (body: Body) => void): void {
    this.#reading = true;
    if (this.#parsedBody !== undefined) {
      return done({ kind: "text", text: JSON.stringify(this.#parsedBody) });
    }
    const request = this.#request;
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        request.off("data", onData);
        request.off("end", onEnd);
        drain(request);
        done({ kind: "tooLarge" });
      } else if (first === undefined) first = chunk;
      else if (rest === undefined) rest = [first, chunk];
      else rest.push(chunk);
    };
    const onEnd = (): void => {
      const bytes = rest ? Buffer.concat(rest) : (first ?? Buffer.alloc(0));
      done(isUtf8(bytes) ? { kind: "text", text: bytes.toString() } : { kind: "notUtf8" });
    };
    request.on("data", onData);
    request.on("end", onEnd);
  }

  send(status: number, headers: HeaderFields, body?: string): void {
    const response = this.#response;
    if (!this.#reading) drain(this.#request);
    if (response.destroyed || response.headersSent) return;
    if (body === undefined) {
      response.writeHead(status, headers).end();
      return;
    }
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
    response.end(body);
  }

  open(headers: HeaderFields): void {
    if (!this.#response.destroyed) this.#response.writeHead(200, headers).flushHeaders();
  }

  write(text: string): number {
    if (this.#response.destroyed) return 0;
    this.#response.write(text);
    return this.#response.writableLength;
  }

  end(): void {
    const response = this.#response;
    // What a client does not read would keep the connection open for ever.
    if (response.writableLength > 0) setTimeout(() => response.destroy(), 30_000).unref();
    response.end();
  }
}

/** Reads and forgets what is left of a body, so that the client is not stuck writing it; not without end. */
function drain(request: IncomingMessage): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDrainBytes) request.destroy();
  });
  request.resume();
}

function ignore(): void {}
