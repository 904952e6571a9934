import { openServer } from "./open-service.js";
import type {
  CompletionHandler,
  PromptDefinition,
  PromptHandler,
  Registrar,
  Registration,
  ResourceDefinition,
  ResourceHandler,
  TemplateDefinition,
  TemplateHandler,
  ToolDefinition,
  ToolHandler,
} from "./registrar.js";
import { Servable } from "./servable.js";
import type { ServerFacts, ServerOptions } from "./server-facts.js";

/**
 * An MCP server written by hand. Register what it offers, then serve it: on one transport or on several at once.
 *
 *     const server = new McpServer({ name: "clock", version: "1.0.0" });
 *     server.tool({ name: "now" }, () => new Date().toISOString());
 *     await serveHttp(server);
 */
export class McpServer extends Servable implements Omit<Registrar, "add"> {
  readonly #registrar: Omit<Registrar, "add">;

  constructor(facts: ServerFacts, options: ServerOptions = {}) {
    const { service, registrar } = openServer(facts, options);
    super(() => service);
    this.#registrar = registrar;
  }

  /** @see Registrar.tool */
  tool(definition: ToolDefinition, handler: ToolHandler): Registration {
    return this.#registrar.tool(definition, handler);
  }

  /** @see Registrar.resource */
  resource(definition: ResourceDefinition, handler: ResourceHandler): Registration {
    return this.#registrar.resource(definition, handler);
  }

  /** @see Registrar.template */
  template(definition: TemplateDefinition, handler: TemplateHandler): Registration {
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

  /** @see Registrar.resourceUpdated */
  resourceUpdated(uri: string): void {
    this.#registrar.resourceUpdated(uri);
  }

  /** @see Registrar.elicitationComplete */
  elicitationComplete(elicitationId: string): void {
    this.#registrar.elicitationComplete(elicitationId);
  }
}
