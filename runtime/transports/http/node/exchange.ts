import { joinedHeader } from "../../../authorization/authorizer.js";
import type { Body, Content, HeaderFields, HttpExchange, Outlet } from "../exchange.js";
import {
  bodyOfFramework,
  drain,
  isStream,
  readArrived,
  readBodyOf,
  readStream,
  type NodeRequest,
} from "./body.js";
import { afterArrivals, writeTogether } from "../../../net/arrivals.js";
import { readingTimeMs } from "../../reading-pace.js";
import { WholeRequest } from "./whole-request.js";

export type { NodeRequest } from "./body.js";
export type NodeResponse = import("node:http").ServerResponse;

type Socket = import("node:net").Socket;

/** Length of an answer in bytes up to which no time limit is set for reading it. */
const shortAnswer = 64 * 1024;

export class NodeExchange implements HttpExchange, Outlet {
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  readonly #handed: unknown;
  #reading = false;
  #onClose: (() => void) | undefined;
  #listens = false;

  /** @param handed the body as middleware has read it: JSON, text, bytes, or a stream that replaces it */
  constructor(request: NodeRequest, response: NodeResponse, handed?: unknown) {
    this.#request = request;
    this.#response = response;
    this.#handed = handed;
    // A stream that decodes the body may fail before it is read, and must not end the process.
    if (isStream(handed)) handed.on("error", () => {});
    // Middleware that listens, too, has started the stream, which must wait until the request is admitted.
    if (request.readableFlowing === true && request.method === "POST" && !isStream(handed)) {
      request.pause();
    }
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

  get localAddress(): string | undefined {
    return localAddressOf(this.#request);
  }

  get remoteAddress(): string | undefined {
    return remoteAddressOf(this.#request);
  }

  readonly headers = (name: string): string | undefined => {
    // node:http keeps only the first of these headers; a second one must not go unseen.
    if (name === "authorization" || name === "host") {
      return joinedHeader(this.#request.rawHeaders, name);
    }
    const value = this.#request.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  };

  readBody(limit: number, done: (body: Body) => void): void {
    this.#reading = true;
    const request = this.#request;
    const given = bodyOfFramework(request, this.#handed);
    if (isStream(given)) return readStream(request, given, limit, done);
    if (given !== undefined || request.readableEnded) {
      return done(readBodyOf(request, given, limit));
    }
    if (request instanceof WholeRequest && this.#takeBody(request, limit, done)) return;
    if (request.readableFlowing === null) readArrived(request, limit, done);
    else readStream(request, request, limit, done);
  }

  #takeBody(request: WholeRequest, limit: number, done: (body: Body) => void): boolean {
    return request.takeBody({
      limit,
      done: (bytes) => {
        if (bytes === undefined) done({ kind: "tooLarge" });
        else afterArrivals(() => done(readBodyOf(request, bytes, limit)));
      },
      shared: () => readStream(request, request, limit, done),
    });
  }

  send(status: number, headers: HeaderFields, body?: Content): void {
    writeTogether(() => this.#write(status, headers, body));
  }

  #write(status: number, headers: HeaderFields, body?: Content): void {
    const response = this.#response;
    if (!this.#reading) drain(isStream(this.#handed) ? this.#handed : this.#request);
    if (response.destroyed || response.headersSent) return;
    if (body === undefined) return void response.writeHead(status, headers).end();
    const isBehind = (this.#request.socket as Socket | undefined)?.writableLength;
    const parts = typeof body === "string" ? [body] : body;
    // ASCII, as most answers are, is written in a fraction of the time as Latin-1.
    const encodings: BufferEncoding[] = [];
    let length = 0;
    for (const part of parts) {
      const bytes = Buffer.byteLength(part);
      encodings.push(bytes === part.length ? "latin1" : "utf8");
      length += bytes;
    }
    response.writeHead(status, withLength(headers, length));
    // `end(body)` would write an empty string after the body, and node:http would copy the two together.
    response.cork();
    for (let place = 0; place < parts.length; place += 1) {
      response.write(parts[place], encodings[place]!);
    }
    response.uncork();
    response.end();
    // The system takes a short answer at once, unless the client has left earlier ones unread.
    if (length > shortAnswer || isBehind) limitReading(response);
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
    this.#response.end();
    limitReading(this.#response);
  }

  cut(): void {
    this.#response.destroy();
  }
}

/** Ends the connection when the client takes too long to read what was sent, which stays in memory until then. */
function limitReading(response: NodeResponse): void {
  if (response.writableLength === 0 || response.writableFinished) return;
  const limit = readingTimeMs(response.writableLength);
  const timer = setTimeout(() => response.destroy(), limit).unref();
  response.once("close", () => clearTimeout(timer));
}

/** Returns the address at which a request arrived. Frameworks' tests make requests without a real socket. */
export function localAddressOf({ socket }: NodeRequest): string | undefined {
  return (socket as NodeRequest["socket"] | undefined)?.localAddress;
}

export function remoteAddressOf({ socket }: NodeRequest): string | undefined {
  return (socket as NodeRequest["socket"] | undefined)?.remoteAddress;
}

/** The headers of the last answer, and the same as a list: nearly all answers share one object. */
let lastHeaders: HeaderFields | undefined;
let lastList: readonly string[] = [];

/** Lists names and values in turn, the fastest form for node:http. */
function withLength(headers: HeaderFields, length: number): (string | number)[] {
  if (headers !== lastHeaders) {
    lastList = Object.entries(headers).flat();
    lastHeaders = headers;
  }
  return [...lastList, "content-length", length];
}
