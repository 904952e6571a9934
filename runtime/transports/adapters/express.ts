import type { Service } from "../../session/service.js";
import { HttpEndpoint } from "../http/endpoint.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node/exchange.js";
import type { RoutedOptions } from "../http/options.js";

/** The parts of an Express request that are used here. */
export type ExpressRequest = NodeRequest & { readonly originalUrl?: string };

/** A handler for Express, Connect and similar frameworks. */
export interface ExpressHandler {
  (request: ExpressRequest, response: NodeResponse): void;
  /** Ends subscriptions and sessions of this process. Open requests are still answered. */
  close(): void;
}

/**
 * Serves Streamable HTTP at a route of Express: `app.all("/mcp", handler)`. Reads the body itself, or uses the one that
 * `express.json()`, `text()` or `raw()` has read. With an authorizer, route its `metadataPaths` here as well.
 */
export function createExpressHandler(
  service: Service,
  options: RoutedOptions = {},
): ExpressHandler {
  const endpoint = new HttpEndpoint(service, options);
  const handler = (request: ExpressRequest, response: NodeResponse): void =>
    endpoint.handle(new ExpressExchange(request, response));
  return Object.assign(handler, { close: () => endpoint.close() });
}

class ExpressExchange extends NodeExchange {
  readonly #url: string;

  constructor(request: ExpressRequest, response: NodeResponse) {
    super(request, response);
    // Under a mounted router, `url` lacks the router's path.
    this.#url = request.originalUrl ?? request.url ?? "/";
  }

  override get url(): string {
    return this.#url;
  }
}
