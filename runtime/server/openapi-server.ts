import { defined } from "../protocol/defined.js";
import type { Service } from "../session/service.js";
import type { Answer } from "../upstream/response/answer.js";
import type { Api } from "../contract/api.js";
import { withPaths } from "../contract/file-input.js";
import type { Operation } from "../contract/operation.js";
import { forwardableNames, forwardedHeaders } from "../upstream/security/forwarded-headers.js";
import { outgoingTrace } from "../telemetry/outgoing-trace.js";
import type { ReadResource } from "../upstream/files/read-file.js";
import { redirectRule } from "../upstream/exchange/redirect-rule.js";
import type { Upstream, UpstreamOptions } from "../upstream/upstream.js";
import type { CallContext } from "./types/call-context.js";
import type { Registry, UnlistedResources } from "./registry/registry.js";
import { createServer } from "./create-server.js";
import { Log } from "../protocol/log.js";
import type { DriftReport } from "./drift/report.js";
import type { LargeAnswers } from "./operations/large-answers.js";
import {
  operationResource,
  operationTemplate,
  OperationTool,
  type OperationHandler,
  type OperationHost,
} from "./operations/operation-entries.js";
import { answerValue } from "./results/value.js";
import type { Registrar, ToolArguments } from "./types/definitions.js";
import { SearchableOperations, type SearchHost } from "./search/searchable-operations.js";
import { Servable } from "./serve/servable.js";
import type { ServerOptions } from "./types/server-options.js";
import { toolsFor } from "./operations/adapt-tools.js";

/** How a server calls its API, and how it behaves towards its clients. */
export interface OpenApiServerOptions extends UpstreamOptions, ServerOptions {
  /**
   * Headers of the HTTP request to this server that go on to the API, where they win over credentials of the
   * environment: `["X-Tenant"]`. Never what is meant for this server: Authorization, Cookie, Host and the like.
   */
  readonly forwardHeaders?: readonly string[];
  /**
   * Largest text, JSON or file in the result of a tool; of a larger answer it shows the beginning and links to the rest,
   * which is kept as `maxKeptBytes` says. Images and audio are not cut. Default 1 MiB, about what clients take.
   */
  readonly maxInlineBytes?: number;
  /**
   * A file to keep up to date with what would correct the document, where answers don't fit it: an OpenAPI Overlay, in
   * JSON. Needs Node.
   */
  readonly driftReport?: string;
}

/**
 * An HTTP API as an MCP server. Generated classes extend it with one method per operation and the list of what is
 * exposed; extend those to change an operation or to add tools and resources of your own.
 */
export abstract class OpenApiServer extends Servable {
  /** The facts of the API. */
  declare static readonly api: Api;

  readonly #options: OpenApiServerOptions;
  #upstream: Promise<Upstream> | undefined;
  readonly #forwarded: readonly string[];
  #catalogue: Registry | undefined;
  #kept: Promise<LargeAnswers> | undefined;
  /** The answers behind the values that methods resolve to: they tell JSON text from a JSON string. */
  readonly #answers = new WeakMap<CallContext, Answer>();

  constructor(options: OpenApiServerOptions = {}) {
    super(() => this.#open());
    this.#options = options;
    this.#forwarded = forwardableNames(options.forwardHeaders ?? []);
    // Refuses what is none, although the rest of what calls the API is loaded with the first call.
    redirectRule(options.followRedirects ?? []);
  }

  /**
   * Calls an operation of the API.
   *
   * @returns the answer's JSON value, its text, `Media` for other media types, or undefined when it is empty
   * @throws ToolError when the call can't be made or the API answers with an error
   */
  protected async call<I, O>(operation: Operation<I, O>, input: I, ctx: CallContext): Promise<O> {
    const args = input as ToolArguments;
    const upstream = await (this.#upstream ??= this.#openUpstream());
    const answer = await upstream.call(operation, args, {
      signal: ctx.signal,
      trace: outgoingTrace(this.#options.telemetry, ctx.meta),
      caller: ctx.caller?.subject,
      forwarded: forwardedHeaders(this.#forwarded, ctx.headers),
      onProgress: progressOf(ctx),
      readResource: (uri) => this.#readResource(uri, ctx),
    });
    this.#answers.set(ctx, answer);
    return answerValue(answer) as O;
  }

  /**
   * Lists what the server offers. Called once, when it is first used; override it, with `super.expose(mcp)`, to add
   * to it or to leave something out.
   */
  protected expose(_mcp: Registrar): void {}

  async #readResource(uri: string, ctx: CallContext): Promise<ReadResource | undefined> {
    if (this.#catalogue === undefined) return undefined;
    const { readOwnResource } = await import("./operations/read-server-resource.js");
    return readOwnResource(this.#catalogue, uri, ctx);
  }

  async #openUpstream(): Promise<Upstream> {
    const { Upstream } = await import("../upstream/upstream.js");
    return new Upstream(this.#api, this.#options);
  }

  /** What takes down where answers differ from the document, if anybody wants to know. */
  #drift(waitFor: SearchHost["waitFor"]): OperationHost["drift"] {
    const { driftReport, logger } = this.#options;
    if (driftReport === undefined) return undefined;
    // Loaded before the first call: a server that ends right after one would end before what it found is taken down.
    let report: DriftReport | undefined;
    const loading = import("./drift/report.js").then(({ DriftReport }) => {
      report = new DriftReport(driftReport, this.#api, new Log(logger));
    });
    waitFor(loading);
    return (operation, violations) => report?.add(operation, violations);
  }

  /** Answers of tools that are too large for results. */
  #unlisted(): UnlistedResources | undefined {
    if (this.#options.maxKeptBytes === 0) return undefined;
    return {
      prefix: this.#keptPrefix,
      read: async (uri, ctx) => (await this.#largeAnswers()).read(uri, ctx),
    };
  }

  #largeAnswers(): Promise<LargeAnswers> {
    return (this.#kept ??= import("./operations/large-answers.js").then(
      ({ LargeAnswers }) => new LargeAnswers(this.#keptPrefix),
    ));
  }

  get #keptPrefix(): string {
    return `${this.#api.name}://kept-answers/`;
  }

  get #api(): Api {
    return (this.constructor as typeof OpenApiServer).api;
  }

  #open(): Service {
    const { name, title, version, instructions } = this.#api;
    const facts = { name, title, version, ...defined({ instructions }) };
    const { service, registrar, registry } = createServer(facts, this.#options);
    this.#catalogue = registry;
    const waitFor = (loading: Promise<unknown>): void => service.waitFor(loading);
    this.expose({ ...registrar, add: this.#adder(registry, waitFor) });
    return service;
  }

  /** With the path of a file as an argument where paths may be given. */
  #listedApi(): Api {
    const inputSchemas = this.#options.files?.allow?.length
      ? withPaths(this.#api.inputSchemas)
      : undefined;
    return inputSchemas === undefined ? this.#api : { ...this.#api, inputSchemas };
  }

  #adder(registry: Registry, waitFor: SearchHost["waitFor"]): Registrar["add"] {
    const { maxKeptBytes, maxInlineBytes = 1024 * 1024 } = this.#options;
    const shown = toolsFor(this.#api.listing, waitFor);
    const host: OperationHost = {
      api: this.#listedApi(),
      shown,
      answerOf: (ctx) => this.#answers.get(ctx),
      maxInlineBytes: maxKeptBytes === 0 ? Infinity : maxInlineBytes,
      keep: async (answer, why, ctx) => (await this.#largeAnswers()).keep(answer, why, ctx),
      drift: this.#drift(waitFor),
    };
    const { title } = this.#api;
    const searchable = new SearchableOperations({ title, registry, shown, waitFor });
    return (operation, handler) => {
      const handle = handler as unknown as OperationHandler;
      const { expose } = operation;
      switch (expose.as) {
        case "tool": {
          registry.unlisted ??= this.#unlisted();
          const entry = new OperationTool({ ...operation, expose }, handle, host);
          return registry.addTool(expose.name, entry);
        }
        case "searchable": {
          registry.unlisted ??= this.#unlisted();
          const entry = new OperationTool({ ...operation, expose }, handle, host);
          return searchable.add(operation, entry);
        }
        case "resource": {
          const entry = operationResource({ ...operation, expose }, handle, host);
          return registry.addResource(entry);
        }
        case "template": {
          const entry = operationTemplate({ ...operation, expose }, handle, host);
          return registry.addTemplate(entry);
        }
      }
    };
  }
}

/** Says what happens in a call. Nobody knows how much is still to come: the numbers only rise. */
function progressOf(ctx: CallContext): (message: string) => void {
  let steps = 0;
  return (message) => ctx.progress(++steps, undefined, message);
}
