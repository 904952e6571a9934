/** The parts of undici that the client needs. The package's own entry would bring its `fetch`, WebSocket and cache along. */
declare module "undici/lib/dispatcher/client.js" {
  import type { Client } from "undici";
  const client: typeof Client;
  export default client;
}

declare module "undici/lib/core/connect.js" {
  import type { Socket } from "node:net";
  import type { buildConnector } from "undici";
  /** The types of undici leave out what a connector returns. */
  const build: (
    options: buildConnector.BuildOptions,
  ) => (...args: Parameters<buildConnector.connector>) => Socket;
  export default build;
}
