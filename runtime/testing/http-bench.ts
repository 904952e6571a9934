import type { OpenApiServer, OpenApiServerOptions } from "../server/openapi-server.js";
import { openHttpUpstream } from "./http-upstream.js";
import { OperationBench } from "./operation-bench.js";

/** Opens a bench whose API listens on a local port. */
export async function openHttpBench(
  Server: new (options: OpenApiServerOptions) => OpenApiServer,
  options: OpenApiServerOptions,
): Promise<OperationBench> {
  const upstream = await openHttpUpstream();
  const server = new Server({ env: {}, ...options, fetch: upstream.fetch });
  return OperationBench.open(server, upstream);
}
