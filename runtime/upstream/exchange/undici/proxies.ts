import type { buildConnector, Dispatcher } from "undici";
import { ToolError } from "../../../protocol/tool-error.js";
import type { Environment } from "../../../contract/environment.js";
import type { TlsSettings } from "../../request/credentials.js";
import type { Route, RoutedHandler } from "./route.js";

/** The proxies that the environment names, if any. */
export interface Proxies {
  /**
   * Returns a way to an origin: through its proxy, or directly if `NO_PROXY` names its host.
   *
   * @param connect how direct connections are made. Those of a proxy are made by rules of its own.
   * @throws ToolError for a proxy with an invalid URL
   */
  routeTo(
    connect: buildConnector.BuildOptions,
    connections: number,
    tls: TlsSettings | undefined,
  ): Promise<Route>;
}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, whose names in lower case go before, as in curl. A proxy is asked for a
 * connection to an `https:` URL, and for an answer of an `http:` URL.
 */
export function proxiesOf(env: Environment): Proxies | undefined {
  const httpProxy = proxyUrl(env, "http_proxy");
  const httpsProxy = proxyUrl(env, "https_proxy");
  if (httpProxy === "" && httpsProxy === "") return undefined;
  const noProxy = valueOf(env, "no_proxy");
  return {
    async routeTo(connect, connections, tls) {
      const { newProxyAgent } = await import("./proxy-agent.js");
      // undici refuses Infinity, and takes null for no limit.
      const most = Number.isFinite(connections) ? connections : null;
      const limits = { connections: most, headersTimeout: 0, bodyTimeout: 0, proxyTunnel: false };
      const urls = { httpProxy, httpsProxy, noProxy };
      const options = { ...limits, ...urls, connect, ...(tls && { requestTls: tls }) };
      return new ProxiedRoute(newProxyAgent(options));
    },
  };
}

class ProxiedRoute implements Route {
  readonly #agent: Dispatcher;

  constructor(agent: Dispatcher) {
    this.#agent = agent;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: RoutedHandler): void {
    this.#agent.dispatch(options, handler);
  }

  withdraw(): void {
    // A request that still waits is given up when its turn comes.
  }
}

/** Messages never contain the value, because it may hold a password. */
function proxyUrl(env: Environment, name: string): string {
  const value = valueOf(env, name);
  const url = value === "" || value.includes("://") ? value : `http://${value}`;
  if (url === "" || URL.canParse(url)) return url;
  throw new ToolError(
    `The environment variable ${name.toUpperCase()} is not the URL of a proxy, so nothing was sent. Write http://HOST:PORT.`,
  );
}

function valueOf(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? "").trim();
}
