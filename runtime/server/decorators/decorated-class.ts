/** The decorator of classes that are MCP servers. */
import { refuseLegacyDecorators } from "./members.js";
import type { DefaultServing, TransportName } from "../types/default-serving.js";
import type { ServerFacts } from "../types/server-options.js";

/** The options of `@mcpServer`. */
export interface DecoratedServer extends Partial<ServerFacts> {
  /** Path of the server over HTTP, unless the caller of `serve`, `serveHttp` or another names one. */
  readonly path?: string;
  /** Transports that `serve` opens, unless its caller names others. */
  readonly transports?: readonly TransportName[];
}

const servers = new WeakMap<object, DecoratedServer>();

/**
 * Makes a class an MCP server, and its subclasses unless they are decorated themselves.
 *
 *     @mcpServer("/tools", { transports: ["http", "websocket"] })
 *     class Tools {}
 *
 * @param about the server's facts, or just its path; `name` defaults to the class's name, `version` to 0.0.0
 * @param others with a path: the facts
 * @throws TypeError when the code was compiled with legacy decorators
 */
export function mcpServer(
  about: string | DecoratedServer = {},
  others: Omit<DecoratedServer, "path"> = {},
): (Class: abstract new (...args: never[]) => object, context: ClassDecoratorContext) => void {
  return (Class, context) => {
    refuseLegacyDecorators(context);
    const facts = typeof about === "string" ? { ...others, path: about } : about;
    servers.set(Class, { ...facts, name: facts.name ?? context.name ?? "mcp-server" });
  };
}

/**
 * Returns the server facts of a decorated class.
 *
 * @throws TypeError when neither the class nor its bases have `@mcpServer`
 */
export function serverFacts(instance: object): ServerFacts {
  const {
    path: _path,
    transports: _transports,
    name = "mcp-server",
    version = "0.0.0",
    ...others
  } = decoratedServer(instance);
  return { name, version, ...others };
}

/**
 * Returns how a decorated class states that it is served.
 *
 * @throws TypeError when neither the class nor its bases have `@mcpServer`
 */
export function servingOf(instance: object): DefaultServing {
  const { path, transports } = decoratedServer(instance);
  return { path, transports };
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
