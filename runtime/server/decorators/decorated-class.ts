/** The decorator of classes that are MCP servers. */
import { refuseLegacyDecorators } from "./members.js";
import type { ServerFacts } from "../types/server-options.js";

/** The options of `@mcpServer`. */
export interface DecoratedServer extends Partial<ServerFacts> {
  /** Default path of the server over HTTP. */
  readonly path?: string;
}

const servers = new WeakMap<object, DecoratedServer>();

/**
 * Makes a class an MCP server, and its subclasses unless they are decorated themselves.
 *
 * @param about the server's facts, or just its path; `name` defaults to the class's name, `version` to 0.0.0
 * @throws TypeError when the code was compiled with legacy decorators
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
 * Returns the server facts of a decorated class.
 *
 * @throws TypeError when neither the class nor its bases have `@mcpServer`
 */
export function serverFacts(instance: object): ServerFacts {
  const { path: _, name = "mcp-server", version = "0.0.0", ...others } = decoratedServer(instance);
  return { name, version, ...others };
}

/**
 * Returns the HTTP path of a decorated class, if it states one.
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
  throw new TypeError("The object's class has no @mcpServer.");
}
