import { defined } from "../../protocol/defined.js";
import type { Registrar } from "../types/definitions.js";
import type { LifespanGenerator, ServerOptions } from "../types/server-options.js";
import { McpServer } from "../mcp-server.js";
import { serverFacts } from "./decorated-class.js";
import { callerOf, membersOf } from "./members.js";

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
  exposeDecorated(instance, server);
  return server;
}

/**
 * Registers the decorated methods of an instance.
 *
 * @throws TypeError for a name that is taken or a schema that can't be used
 */
export function exposeDecorated(instance: object, registrar: Omit<Registrar, "add">): void {
  for (const member of membersOf(instance)) member.expose(registrar, callerOf(instance, member));
}

/**
 * Returns the lifespan of a decorated class, if it has one.
 *
 * @throws TypeError when there is more than one
 */
export function lifespanOf(instance: object): (() => LifespanGenerator) | undefined {
  const [first, ...more] = membersOf(instance).filter(({ kind }) => kind === "lifespan");
  if (!first) return undefined;
  if (more.length > 0) {
    const names = [first, ...more].map(({ name }) => String(name)).join(", ");
    throw new TypeError(`A server can have only one @mcpLifespan, not several: ${names}.`);
  }
  const open = callerOf(instance, first);
  return () => open() as LifespanGenerator;
}
