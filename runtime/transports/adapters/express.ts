import type { Service } from "../../session/service.js";
import { HttpEndpoint } from "../http/endpoint.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node-exchange.js";
import type { RoutedOptions } from "../http/options.js";

/** The parts of an Express request that are used here. */
export type ExpressRequest = NodeRequest & {
  readonly body?: unknown;
  readonly originalUrl?: string;
};

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
    super(request, response, parsedBody(request));
    // Under a mounted router, `url` lacks the router's path.
    this.#url = request.originalUrl ?? request.url ?? "/";
  }

  override get url(): string {
    return this.#url;
  }
}

/** Returns the body that middleware has read, as JSON; undefined when it is still unread. */
function parsedBody({ readableEnded, body }: ExpressRequest): unknown {
  if (!readableEnded) return undefined;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  // The body was read and discarded, so waiting for it would never end. `null` is not a valid message.
  if (typeof text !== "string") return text ?? null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
