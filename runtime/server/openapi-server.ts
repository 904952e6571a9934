import type { Service } from "../session/service.js";
import type { Answer } from "../upstream/answer.js";
import type { Api } from "../upstream/api.js";
import type { Operation } from "../upstream/operation.js";
import { Upstream, type UpstreamOptions } from "../upstream/upstream.js";
import type { CallContext } from "./call-context.js";
import { Catalogue } from "./catalogue.js";
import { customResource, customTemplate, customTool } from "./custom-entries.js";
import {
  operationResource,
  operationTemplate,
  operationTool,
  type OperationHandler,
} from "./operation-entries.js";
import { answerValue } from "./output.js";
import type { ToolArguments, Registrar } from "./registrar.js";
import { CatalogueService } from "./service.js";

/** How a server calls its API, and how it presents itself. */
export interface OpenApiServerOptions extends UpstreamOptions {
  /** Most items on a page of a list; absent: all on one, unless that gets too long for clients to read. */
  readonly pageSize?: number;
}

let openService: (server: OpenApiServer) => Service;

/** What transports serve of a server. The same each time: one serves every client and revision at once. */
export function serviceOf(server: OpenApiServer): Service {
  return openService(server);
}

/**
 * An HTTP API as an MCP server. Generated classes extend it with one method per operation and the list of what is
 * exposed; extend those to change an operation or to add tools and resources of your own.
 */
export abstract class OpenApiServer {
  /** The facts of the API. */
  declare static readonly api: Api;

  readonly #options: OpenApiServerOptions;
  readonly #upstream: Upstream;
  /** The answers behind the values that methods resolve to: they tell JSON text from a JSON string. */
  readonly #answers = new WeakMap<CallContext, Answer>();
  #service: Service | undefined;

  static {
    openService = (server) => (server.#service ??= server.#open());
  }

  constructor(options: OpenApiServerOptions = {}) {
    this.#options = options;
    this.#upstream = new Upstream(this.#api, options);
  }

  /**
   * Calls an operation of the API.
   *
   * @returns the answer's JSON value, its text, `Media` for other media types, or undefined when it is empty
   * @throws ToolError when the call can't be made or the API answers with an error
   */
  protected async call<I, O>(operation: Operation<I, O>, input: I, ctx: CallContext): Promise<O> {
    const answer = await this.#upstream.call(operation, input as ToolArguments, ctx.signal);
    this.#answers.set(ctx, answer);
    return answerValue(answer) as O;
  }

  /**
   * Lists what the server offers. Called once, when it is first used; override it, with `super.expose(mcp)`, to add
   * to it or to leave something out.
   */
  protected expose(_mcp: Registrar): void {}

  get #api(): Api {
    return (this.constructor as typeof OpenApiServer).api;
  }

  #open(): Service {
    const api = this.#api;
    const catalogue = new Catalogue();
    this.expose(this.#registrar(catalogue));
    return new CatalogueService(catalogue, {
      info: { name: api.name, title: api.title, version: api.version },
      pageSize: this.#options.pageSize ?? Infinity,
      ...(api.instructions !== undefined && { instructions: api.instructions }),
    });
  }

  #registrar(catalogue: Catalogue): Registrar {
    const host = { api: this.#api, answerOf: (ctx: CallContext) => this.#answers.get(ctx) };
    return {
      add(operation, handler) {
        const handle = handler as unknown as OperationHandler;
        const { expose } = operation;
        switch (expose.as) {
          case "tool":
            return catalogue.addTool(
              expose.name,
              operationTool({ ...operation, expose }, handle, host),
            );
          case "resource":
            return catalogue.addResource(operationResource({ ...operation, expose }, handle, host));
          case "template":
            return catalogue.addTemplate(operationTemplate({ ...operation, expose }, handle, host));
        }
      },
      tool: (definition, handler) =>
        catalogue.addTool(definition.name, customTool(definition, handler)),
      resource: (definition, handler) => catalogue.addResource(customResource(definition, handler)),
      template: (definition, handler) => catalogue.addTemplate(customTemplate(definition, handler)),
    };
  }
}
