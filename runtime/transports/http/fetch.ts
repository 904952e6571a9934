import type { Service } from "../../session/service.js";
import { addressFrom } from "../access/connection-info.js";
import { HttpEndpoint } from "./endpoint.js";
import type { Body, Content, HeaderFields, HttpExchange, Outlet } from "./exchange.js";
import type { HttpOptions } from "./options.js";

/** A web-standard handler of requests. */
export interface FetchHandler {
  /** @param info what the host passes beside a request, from which it is seen that a request came to a loopback address */
  (request: Request, info?: unknown): Promise<Response>;
  /** Ends subscriptions and sessions of this process. Open requests are still answered. */
  close(): void;
}

/**
 * Serves Streamable HTTP as a web-standard handler, for hosts that route requests themselves: Workers, Deno, Bun, Hono.
 * It checks the path only if the options have one. On a development machine, pass on what the host tells about a
 * connection, or set `loopback: true`.
 */
export function createFetchHandler(service: Service, options: HttpOptions = {}): FetchHandler {
  const endpoint = new HttpEndpoint(service, options);
  const handler = (request: Request, info?: unknown): Promise<Response> =>
    new Promise((resolve) => endpoint.handle(new FetchExchange(request, resolve, info)));
  return Object.assign(handler, { close: () => endpoint.close() });
}

export class FetchExchange implements HttpExchange, Outlet {
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;
  readonly #info: unknown;
  readonly #encoder = new TextEncoder();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #done = false;
  #onClose: (() => void) | undefined;
  #gone = false;

  constructor(request: Request, resolve: (response: Response) => void, info?: unknown) {
    this.#request = request;
    this.#info = info;
    this.#resolve = resolve;
    request.signal.addEventListener("abort", () => this.#closed(), { once: true });
  }

  get onClose(): (() => void) | undefined {
    return this.#onClose;
  }

  set onClose(listener: (() => void) | undefined) {
    this.#onClose = listener;
    if (this.#gone) queueMicrotask(() => this.#onClose?.());
  }

  get outlet(): Outlet {
    return this;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get localAddress(): string | undefined {
    return addressFrom(this.#info, this.#request, "localAddress");
  }

  get remoteAddress(): string | undefined {
    return addressFrom(this.#info, this.#request, "remoteAddress");
  }

  // A Request made by hand has no Host header, but its URL has the host.
  readonly headers = (name: string): string | undefined =>
    this.#request.headers.get(name) ??
    (name === "host" ? new URL(this.#request.url).host : undefined);

  readBody(limit: number, done: (body: Body) => void): void {
    readBody(this.#request, limit).then(done, () => this.#closed());
  }

  send(status: number, headers: HeaderFields, body?: Content): void {
    if (this.#done) return;
    this.#done = true;
    const whole =
      typeof body === "object" ? new Blob(body as (string | Uint8Array<ArrayBuffer>)[]) : body;
    this.#resolve(new Response(whole ?? null, { status, headers }));
  }

  open(headers: HeaderFields): void {
    const underlying = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        this.#stream = controller;
      },
      cancel: (): void => this.#closed(),
    };
    // With a high-water mark of 0, the queue holds exactly the bytes that were not read.
    const byBytes = { highWaterMark: 0, size: (chunk: Uint8Array) => chunk.byteLength };
    const stream = new ReadableStream<Uint8Array>(underlying, byBytes);
    this.#resolve(new Response(stream, { headers }));
  }

  write(text: string): void {
    this.#stream?.enqueue(this.#encoder.encode(text));
  }

  get unreadBytes(): number {
    return -(this.#stream?.desiredSize ?? 0);
  }

  end(): void {
    this.#done = true;
    this.#stream?.close();
    this.#stream = undefined;
  }

  cut(): void {
    this.#done = true;
    this.#stream?.error(new Error("The client reads too slowly."));
    this.#stream = undefined;
  }

  /** Called when the client has disconnected. */
  #closed(): void {
    if (this.#done) return;
    this.#done = true;
    this.#stream = undefined;
    this.#gone = true;
    this.#onClose?.();
    // The client won't read this response, but the caller of the handler waits for one.
    this.#resolve(new Response(null, { status: 499 }));
  }
}

async function readBody(request: Request, limit: number): Promise<Body> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = request.body?.getReader();
  let text = "";
  let size = 0;
  for (;;) {
    const next = await reader?.read();
    const more = next !== undefined && !next.done;
    if (more) size += next.value.length;
    if (size > limit) {
      await reader?.cancel();
      return { kind: "tooLarge" };
    }
    try {
      text += more ? decoder.decode(next.value, { stream: true }) : decoder.decode();
    } catch {
      return { kind: "notUtf8" };
    }
    if (!more) return { kind: "text", text };
  }
}
