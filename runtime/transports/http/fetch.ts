import type { Service } from "../../session/service.js";
import { answerPost, type Outlet } from "./exchange.js";
import { createGuard } from "./guard.js";
import {
  defaultMaxBodyBytes,
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

/**
 * Streamable HTTP as a web-standard handler, for hosts that route requests themselves: Workers, Deno, Bun, Hono. It
 * looks at no path. Say `loopback: true` when it serves a development machine.
 */
export function createFetchHandler(
  service: Service,
  options: Omit<HttpOptions, "path"> = {},
): (request: Request) => Promise<Response> {
  const guard = createGuard(options);
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;

  return async (request) => {
    // A Request made by hand has no Host header: its URL says the same.
    const headers = (name: string): string | undefined =>
      request.headers.get(name) ?? (name === "host" ? new URL(request.url).host : undefined);
    const opening = openRequest(guard, true, request.method, headers, maxBodyBytes);
    if (opening.done) return respond(opening);
    const bytes = await readBody(request, maxBodyBytes);
    if (bytes === undefined) return respond(tooLarge(maxBodyBytes, opening.headers));
    let body: string;
    try {
      body = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return respond(notUtf8(opening.headers));
    }
    return new Promise((resolve) => {
      const outlet = new FetchOutlet(resolve, opening.headers);
      request.signal.addEventListener("abort", () => outlet.closed(), { once: true });
      void answerPost(service, body, headers, opening.accepted, outlet);
    });
  };
}

class FetchOutlet implements Outlet {
  onClose?: () => void;
  readonly #resolve: (response: Response) => void;
  readonly #headers: HeaderFields;
  readonly #encoder = new TextEncoder();
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor(resolve: (response: Response) => void, headers: HeaderFields) {
    this.#resolve = resolve;
    this.#headers = headers;
  }

  send(status: number, body?: string): void {
    const headers =
      body === undefined ? this.#headers : { ...this.#headers, "content-type": jsonType };
    this.#resolve(new Response(body ?? null, { status, headers }));
  }

  event(message: string): void {
    if (!this.#keepAlive) {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          this.#stream = controller;
        },
        cancel: () => this.closed(),
      });
      const headers = { ...this.#headers, ...streamHeaders };
      this.#keepAlive = setInterval(() => this.#write(": keep-alive\n\n"), keepAliveMs);
      this.#resolve(new Response(stream, { headers }));
    }
    this.#write(eventText(message));
  }

  end(): void {
    clearInterval(this.#keepAlive);
    this.#stream?.close();
    this.#stream = undefined;
  }

  /** The client is gone. */
  closed(): void {
    clearInterval(this.#keepAlive);
    this.#stream = undefined;
    this.onClose?.();
    // Nobody reads it, but whoever called the handler waits for one.
    this.#resolve(new Response(null, { status: 499 }));
  }

  #write(text: string): void {
    this.#stream?.enqueue(this.#encoder.encode(text));
  }
}

/** The whole body; undefined when it is larger than the limit. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    size += next.value.length;
    if (size > limit) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function respond(answer: Opening & { done: true }): Response {
  return new Response(answer.body ?? null, { status: answer.status, headers: answer.headers });
}
