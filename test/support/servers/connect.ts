/** Connects a peer to a server in this process whose API answers like `route`. */
import type { OpenApiServer, OpenApiServerOptions } from "../../../runtime/index.js";
import { Peer } from "../peer.js";
import { withApi, ZooServer, type Route } from "./zoo-server.js";

export async function connect(
  route: Route,
  Server: new (options: OpenApiServerOptions) => OpenApiServer = ZooServer,
): Promise<{ peer: Peer; asked: string[] }> {
  const { options, asked } = withApi(route);
  return { peer: await Peer.connect(new Server(options), "2025-11-25"), asked };
}

export function json(value: unknown): Route {
  return () => Response.json(value);
}

export function typed(body: string | Uint8Array<ArrayBuffer>, type: string): Route {
  return () => new Response(body, { headers: { "content-type": type } });
}
