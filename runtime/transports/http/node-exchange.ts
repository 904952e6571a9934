import { isUtf8 } from "node:buffer";
import { joinedHeader } from "../../authorization/authorizer.js";
import type { Body, Content, HeaderFields, HttpExchange, Outlet } from "./exchange.js";

export type NodeRequest = import("node:http").IncomingMessage;
export type NodeResponse = import("node:http").ServerResponse;

/** Maximum size of an unused body that is read and discarded, so that the client sees the answer. */
const maxDrainBytes = 64 * 1024 * 1024;

export class NodeExchange implements HttpExchange, Outlet {
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #parsedBody: unknown;
  #reading = false;
  #onClose: (() => void) | undefined;
  #listens = false;

  /** @param parsedBody the body as JSON, when middleware has read it */
  constructor(request: NodeRequest, response: NodeResponse, parsedBody?: unknown) {
    this.#request = request;
    this.#response = response;
    this.#parsedBody = parsedBody;
  }

  get onClose(): (() => void) | undefined {
    return this.#onClose;
  }

  set onClose(listener: (() => void) | undefined) {
    this.#onClose = listener;
    if (this.#listens) return;
    this.#listens = true;
    const onClose = (): void => {
      if (!this.#response.writableFinished) this.#onClose?.();
    };
    if (this.#response.closed) queueMicrotask(onClose);
    else this.#response.once("close", onClose);
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
    // node:http keeps only the first of these headers; a second one must not go unseen.
    if (name === "authorization") return joinedHeader(this.#request.rawHeaders, name);
    return typeof value === "object" ? value.join(", ") : value;
  };

  readBody(limit: number, done: (body: Body) => void): void {
    this.#reading = true;
    const request = this.#request;
    const parsed = this.#parsedBody;
    // Express passes `next` in this place.
    if (parsed !== undefined && typeof parsed !== "function") {
      return done({ kind: "text", text: jsonOf(parsed) });
    }
    if (request.readableEnded) return done({ kind: "text", text: "" });
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
      // Read everything that has arrived on other connections before answering: to read and write in turn costs a fifth
      // more.
      setImmediate(() =>
        done(isUtf8(bytes) ? { kind: "text", text: bytes.toString() } : { kind: "notUtf8" }),
      );
    };
    request.on("data", onData);
    request.on("end", onEnd);
  }

  send(status: number, headers: HeaderFields, body?: Content): void {
    const response = this.#response;
    if (!this.#reading) drain(this.#request);
    if (response.destroyed || response.headersSent) return;
    if (body === undefined) return void response.writeHead(status, headers).end();
    const parts = typeof body === "string" ? [body] : body;
    let length = 0;
    for (const part of parts) length += Buffer.byteLength(part);
    response.writeHead(status, withLength(headers, length));
    // `end(body)` would write an empty string after the body, and node:http would copy the two together.
    response.cork();
    for (const part of parts) response.write(part);
    response.uncork();
    response.end();
  }

  open(headers: HeaderFields): void {
    if (!this.#response.destroyed) this.#response.writeHead(200, headers).flushHeaders();
  }

  write(text: string): void {
    if (!this.#response.destroyed) this.#response.write(text);
  }

  get unreadBytes(): number {
    return this.#response.writableLength;
  }

  end(): void {
    const response = this.#response;
    // Bytes that the client never reads would keep the connection open for ever.
    if (response.writableLength > 0) {
      const timer = setTimeout(() => response.destroy(), 30_000).unref();
      response.once("close", () => clearTimeout(timer));
    }
    response.end();
  }
}

/** Returns JSON text; for a value nested too deeply to serialize, text that is not JSON either. */
function jsonOf(parsed: unknown): string {
  try {
    return JSON.stringify(parsed);
  } catch {
    return "";
  }
}

/** Reads and discards the rest of a body, up to a limit, so that the client is not stuck writing it. */
function drain(request: NodeRequest): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxDrainBytes) request.destroy();
  });
  request.resume();
}

/** Lists names and values in turn, the fastest form for node:http. */
function withLength(headers: HeaderFields, length: number): (string | number)[] {
  const list: (string | number)[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  list.push("content-length", length);
  return list;
}
