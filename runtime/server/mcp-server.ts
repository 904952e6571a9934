import type { JsonObject } from "../protocol/json.js";
import type { SchemaSource } from "../schema/schema-source.js";
import { createServer, type ServerParts } from "./create-server.js";
import { classUse, MethodUses } from "./decorators/decorated-use.js";
import { exposeMembers } from "./decorators/expose-decorated.js";
import type {
  CompletionHandler,
  MethodDefinition,
  MethodHandler,
  OwnRegistrar,
  PromptDefinition,
  PromptHandler,
  Registrar,
  Registration,
  ResourceDefinition,
  ResourceHandler,
  ResourceSource,
  TemplateDefinition,
  TemplateHandler,
  ToolDefinition,
  ToolHandler,
} from "./types/definitions.js";
import { mount } from "./mount.js";
import type { CallContext } from "./types/call-context.js";
import { Servable, serviceOf } from "./serve/servable.js";
import type { Mountable, MountOptions } from "./types/mount-options.js";
import type { ServerFacts, ServerOptions } from "./types/server-options.js";

/**
 * An MCP server written by hand. Register its tools, resources and prompts, then serve it on one or more transports.
 *
 *     const server = new McpServer({ name: "clock", version: "1.0.0" });
 *     server.tool({ name: "now" }, () => new Date().toISOString());
 *     await serveHttp(server);
 */
export class McpServer extends Servable implements Omit<Registrar, "add"> {
  readonly #parts: ServerParts;
  readonly #registrar: OwnRegistrar;

  constructor(facts: ServerFacts, options: ServerOptions = {}) {
    const parts = createServer(facts, options, classUse(new.target.prototype));
    super(() => {
      exposeMembers(this, parts.registrar, new MethodUses(this));
      return parts.service;
    });
    this.#parts = parts;
    this.#registrar = parts.registrar;
  }

  /** Starts the server's lifespan, which its first request would do otherwise. Rejects if that fails. */
  start(): Promise<void> {
    return serviceOf(this).start();
  }

  /** Ends the server's lifespan and closes its state, unless that was passed to it. Call it when no transport serves it. */
  close(): Promise<void> {
    return serviceOf(this).close();
  }

  /** @see Registrar.tool */
  tool<S extends SchemaSource = JsonObject, O extends SchemaSource = JsonObject>(
    definition: ToolDefinition<S, O>,
    handler: ToolHandler<S, O>,
  ): Registration {
    return this.#registrar.tool(definition, handler);
  }

  /** @see Registrar.resource */
  resource(definition: ResourceDefinition, handler: ResourceHandler): Registration;
  /** @see Registrar.resource */
  resource(source: ResourceSource): Registration;
  resource(what: ResourceDefinition | ResourceSource, handler?: ResourceHandler): Registration {
    return this.#registrar.resource(what as ResourceDefinition, handler as ResourceHandler);
  }

  /** @see Registrar.template */
  template<S extends SchemaSource = JsonObject>(
    definition: TemplateDefinition<S>,
    handler: TemplateHandler<S>,
  ): Registration {
    return this.#registrar.template(definition, handler);
  }

  /** @see Registrar.prompt */
  prompt(definition: PromptDefinition, handler: PromptHandler): Registration {
    return this.#registrar.prompt(definition, handler);
  }

  /** @see Registrar.completion */
  completion(handler: CompletionHandler): Registration {
    return this.#registrar.completion(handler);
  }

  /** @see Registrar.method */
  method(definition: MethodDefinition, handler: MethodHandler): Registration {
    return this.#registrar.method(definition, handler);
  }

  /** @see Registrar.mount */
  mount(server: Mountable, options?: MountOptions): Registration {
    return mount(this.#parts, server, options);
  }

  /** @see Registrar.resourceUpdated */
  resourceUpdated(uri: string, only?: Pick<CallContext, "caller">): void {
    this.#registrar.resourceUpdated(uri, only);
  }

  /** @see Registrar.notify */
  notify(method: string, params?: JsonObject): void {
    this.#registrar.notify(method, params);
  }

  /** @see Registrar.isSubscribed */
  isSubscribed(uri: string): boolean {
    return this.#registrar.isSubscribed(uri);
  }

  /** @see Registrar.elicitationComplete */
  elicitationComplete(elicitationId: string): void {
    this.#registrar.elicitationComplete(elicitationId);
  }
}
