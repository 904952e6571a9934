import type { Service } from "../../session/service.js";
import { HttpEndpoint } from "../http/endpoint.js";
import { NodeExchange, type NodeRequest, type NodeResponse } from "../http/node-exchange.js";
import type { RoutedOptions } from "../http/options.js";

/** A request of Express, as far as it matters here. */
export type ExpressRequest = NodeRequest & {
  readonly body?: unknown;
  readonly originalUrl?: string;
};

/** Takes requests of Express, Connect and their like. */
export interface ExpressHandler {
  (request: ExpressRequest, response: NodeResponse): void;
  /** Ends subscriptions and sessions of this process. Requests that are being answered go on. */
  close(): void;
}

/**
 * Streamable HTTP for a route of Express: `app.all("/mcp", handler)`. It reads the body itself, or takes what
 * `express.json()`, `text()` or `raw()` has read. With an authorizer, route the paths of its metadata here as well.
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
    super(request, response, bodyReadBefore(request));
    // Under a mounted router, `url` is only what follows its path.
    this.#url = request.originalUrl ?? request.url ?? "/";
  }

  override get url(): string {
    return this.#url;
  }
}

/** What somebody else has read of the body, as JSON; undefined when it has still to be read. */
function bodyReadBefore({ readableEnded, body }: ExpressRequest): unknown {
  if (!readableEnded) return undefined;
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  // Waiting for a body that was read and thrown away would never end: no message is `null`.
  if (typeof text !== "string") return text ?? null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
