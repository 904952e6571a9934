import type { ExpressHandler } from "../../transports/adapters/express.js";
import type { FastifyPlugin } from "../../transports/adapters/fastify.js";
import type { HonoHandler } from "../../transports/adapters/hono.js";
import type { HttpOptions, RoutedOptions } from "../../transports/http/options.js";
import { startService, type Servable } from "./servable.js";

/** Returns a handler for Express: `app.all("/mcp", await expressHandler(server))`. */
export async function expressHandler(
  server: Servable,
  options: RoutedOptions = {},
): Promise<ExpressHandler> {
  const service = await startService(server);
  const { createExpressHandler } = await import("../../transports/adapters/express.js");
  return createExpressHandler(service, options);
}

/** Returns a plugin for Fastify: `await app.register(fastifyPlugin(server))`. */
export function fastifyPlugin(server: Servable, options: HttpOptions = {}): FastifyPlugin {
  return async (fastify) => {
    const service = await startService(server);
    const { createFastifyPlugin } = await import("../../transports/adapters/fastify.js");
    return createFastifyPlugin(service, options)(fastify);
  };
}

/** Returns a handler for Hono: `app.all("/mcp", await honoHandler(server))`. */
export async function honoHandler(
  server: Servable,
  options: RoutedOptions = {},
): Promise<HonoHandler> {
  const service = await startService(server);
  const { createHonoHandler } = await import("../../transports/adapters/hono.js");
  return createHonoHandler(service, options);
}
