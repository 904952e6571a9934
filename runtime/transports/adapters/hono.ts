import type { Service } from "../../session/service.js";
import { createFetchHandler } from "../http/fetch.js";
import type { RoutedOptions } from "../http/options.js";

/** The parts of a Hono context that are used here. */
export interface HonoContext {
  /** What the host passes beside the request. */
  readonly env?: unknown;
  readonly req: {
    readonly raw: Request;
    /** Returns the body's bytes, even when it has been read before. */
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/** A handler for Hono's routes. */
export interface HonoHandler {
  (context: HonoContext): Promise<Response>;
  /** Ends subscriptions and sessions of this process. Open requests are still answered. */
  close(): void;
}

/**
 * Serves Streamable HTTP at a route of Hono, on any of its runtimes: `app.all("/mcp", handler)`. Middleware may have
 * read the body. With an authorizer, route its `metadataPaths` here as well.
 */
export function createHonoHandler(service: Service, options: RoutedOptions = {}): HonoHandler {
  const answer = createFetchHandler(service, options);
  const handler = async ({ req, env }: HonoContext): Promise<Response> =>
    answer(req.raw.bodyUsed ? await withBody(req) : req.raw, env);
  return Object.assign(handler, { close: () => answer.close() });
}

async function withBody(req: HonoContext["req"]): Promise<Request> {
  const { url, method, headers, signal } = req.raw;
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() });
}
