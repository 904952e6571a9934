/** The proxy as every bundle holds it: small, because the client is loaded when the proxy is started. */
import { createServer, type ServerParts } from "../../server/create-server.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import type { McpServer } from "../../server/mcp-server.js";
import { Servable, serviceOf } from "../../server/serve/servable.js";
import type { Registration } from "../../server/types/definitions.js";
import type { MountOptions } from "../../server/types/mount-options.js";
import type { ServerOptions } from "../../server/types/server-options.js";
import type { Declared, ProxyOptions, ProxyTarget } from "./proxy-options.js";
import type { RemoteServer } from "./remote-server.js";
import { targetName } from "./target-name.js";

/** How a proxy connects, and how it behaves towards its clients. */
export type ProxyServerOptions = ProxyOptions & Omit<ServerOptions, "declare" | "lifespan">;

/** A server that offers what a remote server offers. Serve it, or mount it in another one. */
export class ProxyServer extends Servable {
  /** @throws RangeError for a time limit that is too small or not a number */
  constructor(target: ProxyTarget, options: ProxyServerOptions = {}) {
    super(() => proxyParts(target, options).service);
    atLeast(0, "startTimeoutMs", options.startTimeoutMs);
    atLeast(1, "timeoutMs", options.timeoutMs);
  }

  /** Connects, which the first request would do otherwise. Does not fail if the remote server can't be reached. */
  start(): Promise<void> {
    return serviceOf(this).start();
  }

  /** Ends the connections to the remote server. */
  close(): Promise<void> {
    return serviceOf(this).close();
  }
}

/**
 * Returns a server that offers what a remote server offers: its tools, resources and prompts, kept in step with its
 * notifications. Results and errors pass unchanged; progress, log messages, cancellation, questions and subscriptions pass, too.
 *
 *     server.mount(proxyServer("https://weather.example/mcp"), { prefix: "weather_" });
 *
 * A remote server that can't be reached costs only its own tools: their calls fail with its name, until it comes back.
 *
 * @throws TypeError or RangeError for options that can't be used
 */
export function proxyServer(target: ProxyTarget, options: ProxyServerOptions = {}): ProxyServer {
  return new ProxyServer(target, options);
}

/**
 * Mounts a proxy of a remote server: short for `server.mount(proxyServer(target, options), options)`. A function and no method
 * of servers, because those must not know of the client.
 *
 * @throws TypeError as `server.mount`
 */
export function proxy(
  server: Pick<McpServer, "mount">,
  target: ProxyTarget,
  options: ProxyServerOptions & MountOptions = {},
): Registration {
  return server.mount(proxyServer(target, options), options);
}

function proxyParts(target: ProxyTarget, options: ProxyServerOptions): ServerParts {
  const name = options.name ?? targetName(target);
  // Clients ask only for what is declared. What the remote server has is known when it is connected.
  const declare: Declared[] = ["tools", "resources", "prompts", "completions"];
  let remote: RemoteServer | undefined;
  const parts: ServerParts = createServer(
    { name, version: "0.0.0" },
    {
      ...options,
      declare,
      async *lifespan() {
        const { RemoteServer } = await import("./remote-server.js");
        remote = new RemoteServer({ parts, target, options: { ...options, name }, declare });
        await remote.start();
        yield undefined;
        await remote.close();
      },
      onNotification(method, params, sessionId) {
        if (method === "notifications/roots/list_changed") remote?.rootsChanged(sessionId);
        return options.onNotification?.(method, params, sessionId);
      },
    },
  );
  return parts;
}
