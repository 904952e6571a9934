import type { Service } from "../../session/service.js";
import { HttpEndpoint } from "./endpoint.js";
import type { Body, HeaderFields, HttpExchange, Outlet } from "./exchange.js";
import type { HttpOptions } from "./options.js";

/** A web-standard handler. */
export interface FetchHandler {
  (request: Request): Promise<Response>;
  /** Ends subscriptions and sessions of this process. Requests that are being answered go on. */
  close(): void;
}

/**
 * Streamable HTTP as a web-standard handler, for hosts that route requests themselves: Workers, Deno, Bun, Hono. It
 * looks at no path unless one is given. Say `loopback: true` when it serves a development machine.
 */
export function createFetchHandler(service: Service, options: HttpOptions = {}): FetchHandler {
  const endpoint = new HttpEndpoint(service, options);
  const handler = (request: Request): Promise<Response> =>
    new Promise((resolve) => endpoint.handle(new FetchExchange(request, resolve)));
  return Object.assign(handler, { close: () => endpoint.close() });
}

/** A web-standard request and the way back. */
export class FetchExchange implements HttpExchange, Outlet {
  onClose?: () => void;
  readonly #request: Request;
  readonly #resolve: (response: Response) => void;
  readonly #encoder = new TextEncoder();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #done = false;

  constructor(request: Request, resolve: (response: Response) => void) {
    this.#request = request;
    this.#resolve = resolve;
    request.signal.addEventListener("abort", () => this.#closed(), { once: true });
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

  // A Request made by hand has no Host header: its URL says the same.
  readonly headers = (name: string): string | undefined =>
    this.#request.headers.get(name) ??
    (name === "host" ? new URL(this.#request.url).host : undefined);

  readBody(limit: number, done: (body: Body) => void): void {
    readBody(this.#request, limit).then(done, () => this.#closed());
  }

  send(status: number, headers: HeaderFields, body?: string): void {
    if (this.#done) return;
    this.#done = true;
    this.#resolve(new Response(body ?? null, { status, headers }));
  }

  open(headers: HeaderFields): void {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller;
      },
      cancel: () => this.#closed(),
    });
    this.#resolve(new Response(stream, { headers }));
  }

  write(text: string): number {
    const stream = this.#stream;
    if (!stream) return 0;
    const bytes = this.#encoder.encode(text);
    stream.enqueue(bytes);
    this.#unread = (stream.desiredSize ?? 1) > 0 ? 0 : this.#unread + bytes.length;
    return this.#unread;
  }

  /** Bytes since the reader has last kept up: the stream itself counts chunks. */
  #unread = 0;

  end(): void {
    this.#done = true;
    this.#stream?.close();
    this.#stream = undefined;
  }

  /** The client is gone. */
  #closed(): void {
    if (this.#done) return;
    this.#done = true;
    this.#stream = undefined;
    this.onClose?.();
    // Nobody reads it, but whoever called the handler waits for one.
    this.#resolve(new Response(null, { status: 499 }));
  }
}

async function readBody(request: Request, limit: number): Promise<Body> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const reader = request.body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) return { kind: "text", text: text + decoder.decode() };
      size += next.value.length;
      if (size > limit) {
        await reader?.cancel();
        return { kind: "tooLarge" };
      }
      text += decoder.decode(next.value, { stream: true });
    }
  } catch (error) {
    if (
      error instanceof TypeError &&
      "code" in error &&
      error.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
    ) {
      return { kind: "notUtf8" };
    }
    throw error;
  }
}
