/** undici's way through proxies; loaded only where the environment names one. */
import type { Dispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import UndiciDispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";

// As the package's own entry does: the agent asks a proxy for tunnels by this method.
Object.assign(UndiciDispatcher.prototype, { connect });

/** @param options of undici's `EnvHttpProxyAgent` */
export function newProxyAgent(options: object): Dispatcher {
  return new EnvHttpProxyAgent(options);
}
