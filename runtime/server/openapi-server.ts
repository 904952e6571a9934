import { defined } from "../protocol/defined.js";
import { Lazy } from "../protocol/lazy.js";
import { atLeast } from "../protocol/limits/check-limit.js";
import { promised } from "../protocol/maybe-promise.js";
import { callerKey } from "../session/owner.js";
import type { Service } from "../session/service.js";
import type { Answer } from "../upstream/response/answer.js";
import type { Api } from "../contract/api.js";
import { withPaths } from "../contract/file-input.js";
import type { Operation } from "../contract/operation.js";
import { isReference, type AnyOperation } from "../contract/operation-reference.js";
import { definitionOf } from "./operations/late-definition.js";
import { forwardableNames, forwardedHeaders } from "../upstream/security/forwarded-headers.js";
import { outgoingTrace } from "../telemetry/outgoing-trace.js";
import type { ReadResource } from "../upstream/files/file-model.js";
import { redirectRule } from "../upstream/exchange/redirect-rule.js";
import type { RequestHooks } from "../upstream/exchange/request-hooks.js";
import type { Upstream } from "../upstream/upstream.js";
import { checkLimits, type UpstreamOptions } from "../upstream/upstream-options.js";
import { keepAnswer, keptAnswer } from "./types/call-answer.js";
import { cancellationOf } from "./types/call-cancellation.js";
import type { CallContext } from "./types/call-context.js";
import type { Registry, ToolEntry, UnlistedResources } from "./registry/registry.js";
import { createServer } from "./create-server.js";
import { unref } from "../protocol/unref.js";
import { Log } from "../protocol/log.js";
import type { DriftReport } from "./drift/report.js";
import type { LargeAnswers } from "./operations/large-answers.js";
import { operationAdder } from "./operations/operation-adder.js";
import type { ApiCall, ApiRequest } from "./operations/api-call.js";
import type { OperationHost } from "./operations/operation-host.js";
import { checkPageSize } from "./registry/list-results.js";
import { answerValue } from "./results/value.js";
import type { Registrar, ToolArguments } from "./types/definitions.js";
import type { SearchHost } from "./search/search-host.js";
import { SearchableOperations } from "./search/searchable-operations.js";
import type { EntryWrapper } from "./middleware/entry-wrapper.js";
import { classUse, MethodUses } from "./decorators/decorated-use.js";
import { exposeMembers, lifespanOf } from "./decorators/expose-decorated.js";
import { callCode } from "./methods/lazy-calls.js";
import { mount } from "./mount.js";
import { Servable } from "./serve/servable.js";
import type { ServerOptions } from "./types/server-options.js";
import { adaptTools } from "./operations/adapt-tools.js";

/** How a server calls its API, and how it behaves towards its clients. */
export interface OpenApiServerOptions extends UpstreamOptions, ServerOptions {
  /**
   * Names of request headers that are forwarded to the API, such as `["X-Tenant"]`. They take precedence over credentials
   * from the environment. Headers meant for this server can't be forwarded: Authorization, Cookie, Host and the like.
   */
  readonly forwardHeaders?: readonly string[];
  /**
   * Largest text, JSON or file in a tool's result, in bytes. The result of a larger response has its beginning and a link
   * to the whole, which is stored as `maxKeptBytes` allows. Images and audio are not cut. Default: 1 MiB, about what
   * clients accept.
   */
  readonly maxInlineBytes?: number;
  /**
   * File for an OpenAPI Overlay (in JSON) that would correct the document wherever responses violate it. It is updated
   * while the server runs. Requires Node.
   */
  readonly driftReport?: string;
}

/** A generated class, or one that extends it. */
export interface OpenApiServerClass {
  new (options?: OpenApiServerOptions): OpenApiServer;
  /** The facts of the API. */
  readonly api: Api;
  /** The facts of the APIs of a server that mounts those of several documents. */
  readonly apis?: readonly Api[];
}

/**
 * An HTTP API as an MCP server. A generated class has one method per operation and registers them in `expose`. Extend it to
 * change an operation or to add your own tools and resources.
 */
export abstract class OpenApiServer extends Servable {
  /** The facts of the API. */
  declare static readonly api: Api;

  readonly #options: OpenApiServerOptions;
  readonly #upstream = new Lazy(() => this.#loadUpstream());
  readonly #forwarded: readonly string[];
  #registry: Registry | undefined;
  #offersLarge = false;
  #large: Promise<LargeAnswers> | undefined;

  constructor(options: OpenApiServerOptions = {}) {
    super(() => this.#open());
    this.#options = options;
    this.#forwarded = forwardableNames(options.forwardHeaders ?? []);
    checkPageSize(options);
    // Bad options must fail at construction, although the HTTP code is loaded with the first call.
    checkLimits(options);
    atLeast(1, "maxInlineBytes", options.maxInlineBytes);
    redirectRule(options.followRedirects ?? []);
  }

  /**
   * Calls an operation of the API.
   *
   * @returns the response's JSON value, its text, `Media` for other media types, or undefined when it is empty
   * @throws ToolError when the call can't be made or the API responds with an error
   */
  protected call<I, O>(operation: AnyOperation<I, O>, input: I, ctx: CallContext): Promise<O> {
    if (isReference(operation)) {
      return definitionOf(operation).then((loaded) => this.call(loaded, input, ctx));
    }
    const args = input as ToolArguments;
    const take = (answer: Answer): O => {
      keepAnswer(ctx, this, answer);
      return answerValue(answer) as O;
    };
    const send = (upstream: Upstream): Promise<O> => {
      const settings = {
        signal: cancellationOf(ctx),
        trace: outgoingTrace(this.#options.telemetry, ctx.meta),
        caller: ctx.caller && callerKey(ctx.caller),
        forwarded: forwardedHeaders(this.#forwarded, ctx.headers),
        onProgress: progressOf(ctx),
        readResource: (uri: string) => this.#readResource(uri, ctx),
        hooks: this.#hooks({ operation: operation as Operation, input: args, ctx }),
      };
      return upstream.call(operation, args, settings, take);
    };
    return promised(() => this.#upstream.use(send));
  }

  /**
   * Sees each request of an operation before it is sent, also a retry, a redirect or a further page, and returns the request to
   * send: the same, or one with another URL, other headers or another body. It has the credentials.
   *
   * @throws ToolError to send nothing; the model sees its message
   */
  protected beforeRequest?(request: ApiRequest, call: ApiCall): ApiRequest | Promise<ApiRequest>;

  /**
   * Sees each response before it becomes a result, also one with an error status, and returns the response to read: the same, or
   * another. Read a copy (`response.clone()`) if you return the same.
   *
   * @throws ToolError in place of a result; the model sees its message
   */
  protected afterResponse?(response: Response, call: ApiCall): Response | Promise<Response>;

  /**
   * Registers what the server offers. Called once, when the server is first used. Override it, with `super.expose(mcp)`, to
   * add or leave out something.
   */
  protected expose(_mcp: Registrar): void {}

  #hooks(call: ApiCall): RequestHooks | undefined {
    const { beforeRequest, afterResponse } = this;
    if (!beforeRequest && !afterResponse) return undefined;
    return {
      ...(beforeRequest && { before: (request) => beforeRequest.call(this, request, call) }),
      ...(afterResponse && { after: (response) => afterResponse.call(this, response, call) }),
    };
  }

  async #readResource(uri: string, ctx: CallContext): Promise<ReadResource | undefined> {
    if (this.#registry === undefined) return undefined;
    const { readServerResource } = await import("./operations/read-server-resource.js");
    return readServerResource(this.#registry, uri, ctx);
  }

  async #loadUpstream(): Promise<Upstream> {
    const { Upstream } = await import("../upstream/upstream.js");
    return new Upstream(this.#api, this.#options, new Log(this.#options.logger));
  }

  /** Loads the code of calls once the list is sent, so that the first call does not wait for it. */
  #preload(): void {
    unref(
      setTimeout(() => {
        // Node loads its `fetch` with the first of its classes.
        void globalThis.Headers;
        callCode.preload();
        this.#upstream.preload();
      }, 0),
    );
  }

  /** Returns the function that records violations for `driftReport`. */
  #drift(waitFor: SearchHost["waitFor"]): OperationHost["drift"] {
    const { driftReport, logger } = this.#options;
    if (driftReport === undefined) return undefined;
    // Loaded before the first call, because the process may end right after it and must still write the report.
    let report: DriftReport | undefined;
    const loading = import("./drift/report.js").then(({ DriftReport }) => {
      report = new DriftReport(driftReport, this.#api, new Log(logger));
    });
    waitFor(loading);
    return (operation, violations) => report?.add(operation, violations);
  }

  /** Offers responses too large for results as resources. */
  #offerUnlisted(registry: Registry, wrapper: EntryWrapper): void {
    if (this.#options.maxKeptBytes === 0 || this.#offersLarge) return;
    this.#offersLarge = true;
    const answers: UnlistedResources = {
      name: "kept-answers",
      has: (uri) => uri.startsWith(this.#largePrefix),
      read: async (uri, ctx) => (await this.#loadLarge()).read(uri, ctx),
    };
    registry.addUnlisted(wrapper.unlisted(answers));
  }

  #loadLarge(): Promise<LargeAnswers> {
    return (this.#large ??= import("./operations/large-answers.js").then(
      ({ LargeAnswers }) => new LargeAnswers(this.#largePrefix),
    ));
  }

  get #largePrefix(): string {
    return `${this.#api.name}://kept-answers/`;
  }

  get #api(): Api {
    return (this.constructor as typeof OpenApiServer).api;
  }

  #open(): Service {
    const { name, title, version, instructions } = this.#api;
    const facts = { name, title, version, ...defined({ instructions }) };
    const parts = createServer(
      facts,
      { ...this.#options, ...defined({ lifespan: lifespanOf(this) }) },
      classUse(this),
    );
    const uses = new MethodUses(this);
    const { service, registrar, registry, wrapper } = parts;
    this.#registry = registry;
    registry.onToolsListed(() => this.#preload());
    const waitFor = (loading: Promise<unknown>): void => service.waitFor(loading);
    this.expose({
      ...registrar,
      add: this.#adder(registry, wrapper, uses, waitFor),
      mount: (other, options) => mount(parts, other, options),
    });
    exposeMembers(this, registrar, uses);
    return service;
  }

  /** Adds `path` to the schema of files if `files.allow` names folders. */
  #listedApi(): Api {
    const inputSchemas = this.#options.files?.allow?.length
      ? withPaths(this.#api.inputSchemas)
      : undefined;
    return inputSchemas === undefined ? this.#api : { ...this.#api, inputSchemas };
  }

  #adder(
    registry: Registry,
    wrapper: EntryWrapper,
    uses: MethodUses,
    waitFor: SearchHost["waitFor"],
  ): Registrar["add"] {
    const { maxKeptBytes, maxInlineBytes = 1024 * 1024 } = this.#options;
    const adaptTool = adaptTools(this.#api.listing, waitFor);
    const host: OperationHost = {
      api: this.#listedApi(),
      adaptTool,
      upstream: () => this.#upstream.use(async (upstream) => upstream),
      answerOf: (ctx) => keptAnswer(ctx, this),
      maxInlineBytes: maxKeptBytes === 0 ? Infinity : maxInlineBytes,
      storeLarge: async (answer, reason, ctx) =>
        (await this.#loadLarge()).store(answer, reason, ctx),
      drift: this.#drift(waitFor),
    };
    const { title } = this.#api;
    const wrap = (name: string, tool: ToolEntry): ToolEntry => wrapper.tool(name, tool, {});
    const searchable = new SearchableOperations({ title, registry, adaptTool, wrap, waitFor });
    const offerUnlisted = (): void => this.#offerUnlisted(registry, wrapper);
    return operationAdder({ host, registry, wrapper, uses, searchable, waitFor, offerUnlisted });
  }
}

/** Reports the progress of a call. The number of steps is not known in advance, so there is no total. */
function progressOf(ctx: CallContext): (message: string) => void {
  let steps = 0;
  return (message) => ctx.progress(++steps, undefined, message);
}
