/** The decorator of classes that are MCP servers, and what it said. */
import { refuseLegacyDecorators } from "./members.js";
import type { ServerFacts } from "../types/server-options.js";

/** What `@mcpServer` may say. */
export interface DecoratedServer extends Partial<ServerFacts> {
  /** Where it is served over HTTP, if whoever serves it says no other place. */
  readonly path?: string;
}

const servers = new WeakMap<object, DecoratedServer>();

/**
 * Makes an MCP server of a class. Subclasses are it, too, unless they are decorated themselves.
 *
 * @param about its facts, or just its path; `name` defaults to the class's name and `version` to 0.0.0
 * @throws TypeError without standard decorators
 */
export function mcpServer(
  about: string | DecoratedServer = {},
): (Class: abstract new (...args: never[]) => object, context: ClassDecoratorContext) => void {
  return (Class, context) => {
    refuseLegacyDecorators(context);
    const facts = typeof about === "string" ? { path: about } : about;
    servers.set(Class, { ...facts, name: facts.name ?? context.name ?? "mcp-server" });
  };
}

/**
 * What a decorated class says of itself as a server.
 *
 * @throws TypeError when neither the class nor its bases have `@mcpServer`
 */
export function serverFacts(instance: object): ServerFacts {
  const { path: _, name = "mcp-server", version = "0.0.0", ...others } = decoratedServer(instance);
  return { name, version, ...others };
}

/**
 * Where a decorated class wants to be served over HTTP; undefined when it does not say.
 *
 * @throws TypeError when neither the class nor its bases have `@mcpServer`
 */
export function serverPath(instance: object): string | undefined {
  return decoratedServer(instance).path;
}

function decoratedServer(instance: object): DecoratedServer {
  for (
    let prototype: unknown = Object.getPrototypeOf(instance);
    typeof prototype === "object" && prototype !== null;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const found = servers.get(prototype.constructor);
    if (found) return found;
  }
  throw new TypeError("The object's class needs @mcpServer before it.");
}
