import type { Service } from "../../session/service.js";
import { createFetchHandler } from "../http/fetch.js";
import type { RoutedOptions } from "../http/options.js";

/** A context of Hono, as far as it matters here. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    /** The body as text, also when it has been read before. */
    text(): Promise<string>;
  };
}

/** Takes requests of Hono. */
export interface HonoHandler {
  (context: HonoContext): Promise<Response>;
  /** Ends subscriptions and sessions of this process. Requests that are being answered go on. */
  close(): void;
}

/**
 * Streamable HTTP for a route of Hono, on any of its runtimes: `app.all("/mcp", handler)`. Middleware may have read the
 * body. With an authorizer, route the paths of its metadata here as well.
 */
export function createHonoHandler(service: Service, options: RoutedOptions = {}): HonoHandler {
  const answer = createFetchHandler(service, options);
  const handler = async ({ req }: HonoContext): Promise<Response> =>
    answer(req.raw.bodyUsed ? await withBody(req) : req.raw);
  return Object.assign(handler, { close: () => answer.close() });
}

async function withBody(req: HonoContext["req"]): Promise<Request> {
  const { url, method, headers, signal } = req.raw;
  return new Request(url, { method, headers, signal, body: await req.text() });
}
