import dns from "node:dns";
import type { buildConnector, Client } from "undici";
import newConnector from "undici/lib/core/connect.js";
import type { ClientCertificate } from "../../request/credentials.js";
import type { ApiGuards } from "../api-guards.js";
import type { ApiResponse, ApiSender, SentRequest, Stoppable } from "../sender.js";
import type { SenderSettings } from "../senders.js";
import { ConnectionPool } from "./connection-pool.js";
import { fieldsOf } from "./request-fields.js";
import type { Route } from "./route.js";
import { proxiesOf, type Proxies } from "./proxies.js";
import { UndiciResponse } from "./undici-response.js";

/** How long an unused connection is kept open, unless the server says that it closes it earlier. */
const keepMs = 20_000;

const usualConnections = 256;

/**
 * Sends requests by undici, over connections that are kept open. The platform's `fetch` takes several times as long for each.
 */
export class UndiciSender implements ApiSender {
  readonly #guards: ApiGuards;
  readonly #settings: SenderSettings;
  readonly #proxies: Proxies | undefined;
  readonly #routes: Routes = new Map();
  readonly #routesWithCertificate = new WeakMap<ClientCertificate, Routes>();

  constructor(guards: ApiGuards, settings: SenderSettings) {
    this.#guards = guards;
    this.#settings = settings;
    this.#proxies = proxiesOf(settings.env);
  }

  send(request: SentRequest, stoppable: Stoppable): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      const response = new UndiciResponse(request.method, resolve, reject);
      const route = this.#routeOf(request);
      if (route instanceof Promise) {
        route.then((found) => dispatch(request, response, found, stoppable)).catch(reject);
      } else dispatch(request, response, route, stoppable);
    });
  }

  /** @throws AddressRefused */
  #routeOf({ origin, socketPath, certificate }: SentRequest): Route | Promise<Route> {
    const routes = certificate ? this.#routesFor(certificate) : this.#routes;
    const key = socketPath ?? origin;
    let route = routes.get(key);
    if (route === undefined) {
      const options = this.#connectOptions(origin, socketPath, certificate);
      if (this.#proxies && socketPath === undefined) {
        route = this.#proxies.routeTo(options, this.#most, certificate?.settings);
      } else {
        const connect = newConnector(options) as unknown as buildConnector.connector;
        const clientOptions = { ...timeLimits, connect };
        route = new ConnectionPool(origin, clientOptions, this.#most, () => routes.delete(key));
      }
      routes.set(key, route);
    }
    return route;
  }

  #routesFor(certificate: ClientCertificate): Routes {
    let routes = this.#routesWithCertificate.get(certificate);
    if (!routes) this.#routesWithCertificate.set(certificate, (routes = new Map()));
    return routes;
  }

  #connectOptions(
    origin: string,
    socketPath: string | undefined,
    certificate: ClientCertificate | undefined,
  ): buildConnector.BuildOptions {
    if (socketPath !== undefined) return { socketPath };
    const guard = this.#guards.guardFor(origin);
    guard.check(new URL(origin).hostname);
    return { ...certificate?.settings, lookup: guard.lookupBy(dns) } as buildConnector.BuildOptions;
  }

  get #most(): number {
    return this.#settings.maxConnections ?? usualConnections;
  }
}

function dispatch(
  request: SentRequest,
  response: UndiciResponse,
  route: Route,
  stoppable: Stoppable,
): void {
  stoppable.onStop((reason) => {
    route.withdraw(response);
    response.stop(reason);
  });
  const { method, origin, target: path, body = null } = request;
  route.dispatch({ origin, method, path, headers: fieldsOf(request), body }, response);
}

type Routes = Map<string, Route | Promise<Route>>;

/** A call has a time limit of its own. */
const timeLimits: Client.Options = {
  keepAliveTimeout: keepMs,
  headersTimeout: 0,
  bodyTimeout: 0,
};
