/** The parts of undici that are loaded only where the environment names a proxy. */
declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  import type { EnvHttpProxyAgent } from "undici";
  const agent: typeof EnvHttpProxyAgent;
  export default agent;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  import type { Dispatcher } from "undici";
  const dispatcher: typeof Dispatcher;
  export default dispatcher;
}

declare module "undici/lib/api/api-connect.js" {
  /** A method of every dispatcher. */
  const connect: (this: import("undici").Dispatcher, options: object) => Promise<unknown>;
  export default connect;
}
