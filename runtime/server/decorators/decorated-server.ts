import { defined } from "../../protocol/defined.js";
import { exposeDecorated, lifespanOf } from "./decorated.js";
import { serverFacts } from "./decorated-class.js";
import type { LifespanGenerator } from "../types/server-options.js";
import { McpServer } from "../mcp-server.js";
import type { ServerOptions } from "../types/server-options.js";

/**
 * A server of what the class of an instance is decorated with. More can be registered on it.
 *
 *     await serveHttp(mcpServerOf(new Clock()));
 *
 * @throws TypeError when the class has no `@mcpServer`, for names that are taken and schemas that can't be used
 */
export function mcpServerOf(instance: object, options: ServerOptions = {}): McpServer {
  const lifespan = lifespanOf(instance);
  const all: ServerOptions & { readonly lifespan?: () => LifespanGenerator } = {
    ...options,
    ...defined({ lifespan }),
  };
  const server = new McpServer(serverFacts(instance), all);
  exposeDecorated(instance, server);
  return server;
}
