import { defined } from "../protocol/defined.js";
import { setDefaultServing } from "./serve/default-serving.js";
import { McpServer } from "./mcp-server.js";
import type { LifespanGenerator, ServerOptions } from "./types/server-options.js";
import { serverFacts, servingOf } from "./decorators/decorated-class.js";
import { exposeDecorated, lifespanOf } from "./decorators/expose-decorated.js";

/**
 * Returns a server for an instance of a decorated class. More can be registered on it.
 *
 *     await serveHttp(mcpServerOf(new Clock()));
 *
 * @throws TypeError when the class has no `@mcpServer`, for a name that is taken or a schema that can't be used
 */
export function mcpServerOf(instance: object, options: ServerOptions = {}): McpServer {
  const lifespan = lifespanOf(instance);
  const all: ServerOptions & { readonly lifespan?: () => LifespanGenerator } = {
    ...options,
    ...defined({ lifespan }),
  };
  const server = new McpServer(serverFacts(instance), all);
  setDefaultServing(server, servingOf(instance));
  exposeDecorated(instance, server);
  return server;
}
