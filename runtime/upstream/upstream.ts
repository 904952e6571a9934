import { defined } from "../protocol/defined.js";
import { promised, type MaybePromise } from "../protocol/maybe-promise.js";
import type { Answer, Reply } from "./response/answer.js";
import type { Api } from "../contract/api.js";
import { withPreset, type Arguments } from "./request/arguments.js";
import { noCredentials, type Credentials } from "./request/credentials.js";
import { abortable, withinDeadline, type Deadline } from "./exchange/deadline.js";
import { ApiGuards } from "./exchange/api-guards.js";
import { variable, type Environment } from "../contract/environment.js";
import { exchange, type Taking } from "./exchange/exchange.js";
import { guardOf, withoutFixed } from "./request/reserved-by.js";
import type { Operation, Pagination } from "../contract/operation.js";
import type { FileSources } from "./files/file-model.js";
import {
  buildRequest,
  planRequest,
  prepareBody,
  requestAt,
  type PlacedRequest,
  type RequestPlan,
  type RequestValues,
} from "./request/request.js";
import type { FixedHeaders } from "./request/header.js";
import { withHooks } from "./exchange/request-hooks.js";
import { certified } from "./exchange/certified.js";
import { redirectRule } from "./exchange/redirect-rule.js";
import type { ReplyCache } from "./response/reply-cache.js";
import { readReply } from "./response/response.js";
import { retriesOf } from "./exchange/retry.js";
import type { ApiResponse, ApiSender } from "./exchange/sender.js";
import { senderSource, type SenderSource } from "./exchange/senders.js";
import { CredentialSource } from "./security/credential-source.js";
import type { ForwardedHeaders } from "./security/forwarded-headers.js";
import { checkSendTo } from "./security/send-to.js";
import { resolveBaseUrl, type BaseUrl } from "./request/servers.js";
import { CallRedactors } from "./call-redactors.js";
import { replyItself, type CallRequest, type CallSettings, type Sending } from "./call-settings.js";
import { logFailure } from "./failure-log.js";
import type { Log } from "../protocol/log.js";
import { UpstreamError } from "./response/upstream-error.js";
import type { UpstreamOptions } from "./upstream-options.js";

const mockTarget: { readonly base: BaseUrl; readonly credentials: Credentials } = {
  base: { origin: "http://mock.invalid", path: "", query: "" },
  credentials: noCredentials,
};

/** Calls the API of a server's operations. */
export class Upstream {
  readonly #api: Api;
  readonly #options: UpstreamOptions;
  readonly #env: Environment;
  readonly #redirects: ((target: URL) => boolean) | undefined;
  readonly #plans = new WeakMap<Operation, RequestPlan>();
  readonly #bases = new WeakMap<Operation, BaseUrl>();
  readonly #credentials: CredentialSource;
  readonly #senders: SenderSource;
  readonly #redactors: CallRedactors;
  readonly #log: Log | undefined;
  #cache: ReplyCache | undefined;

  /**
   * @param log receives the calls that fail
   * @param chooseSender default: by the platform and the options
   * @throws TypeError when an option is invalid
   */
  constructor(
    api: Api,
    options: UpstreamOptions = {},
    log?: Log,
    chooseSender: typeof senderSource = senderSource,
  ) {
    this.#log = log;
    this.#api = api;
    this.#options = options;
    this.#redirects = redirectRule(options.followRedirects ?? []);
    this.#env = options.env ?? (typeof process === "undefined" ? {} : process.env);
    const settings = { ...options, env: this.#env };
    this.#credentials = new CredentialSource(api, settings);
    this.#redactors = new CallRedactors(options.headers ?? {}, this.#givenQuery());
    this.#senders = chooseSender(new ApiGuards(api, settings), settings);
  }

  /**
   * Sends the request of an operation and reads the answer.
   *
   * Base URL and credentials are looked up with the operation's first call.
   *
   * @param take makes the result of the call
   * @throws ToolError when the request fails; without sending it when it can't be built or a setting is missing. Its
   *   subclasses UpstreamError when the API answers with status 400 or above, and AnswerTooLarge when its answer does not
   *   fit a result. The signal's reason when it was aborted.
   */
  call<T = Answer>(
    operation: Operation,
    given: Arguments,
    settings: CallSettings = {},
    take: (answer: Answer) => T = (answer) => answer as T,
  ): Promise<T> {
    return promised(() => {
      const args = withPreset(operation, given);
      settings.signal?.throwIfAborted();
      const plan = this.#planOf(operation);
      if (this.#options.mock || operation.paginate || plan.lazyParameters || plan.lazyBody) {
        return this.#callSlowly(operation, plan, args, settings).then(take);
      }
      const request = { operation, args, body: plan.body?.(args), settings };
      if (!operation.links) return this.#send(request, ({ answer }) => take(answer));
      return this.#send(request, (reply) => withLinks(operation, args, reply).then(take));
    });
  }

  /** Makes a call that needs more than one request, or whose request takes time to write. */
  async #callSlowly(
    operation: Operation,
    plan: RequestPlan,
    args: Arguments,
    settings: CallSettings,
  ): Promise<Answer> {
    const { signal } = settings;
    if (operation.paginate && !this.#options.mock) {
      const reply = await this.#fetchPages(operation.paginate, operation, args, settings);
      return withLinks(operation, args, reply);
    }
    const sent = plan.lazyParameters ? await plan.lazyParameters(args) : args;
    const body = plan.lazyBody
      ? await prepareBody(plan, args, this.#filesFor(settings))
      : plan.body?.(args);
    signal?.throwIfAborted();
    if (this.#options.mock) {
      // Refuses the arguments that can't be sent.
      buildRequest(plan, {
        args: sent,
        body,
        base: mockTarget.base,
        credentials: mockTarget.credentials,
      });
      const { mockAnswer } = await import("./mock/mock.js");
      return mockAnswer(this.#api, operation);
    }
    return this.#send({ operation, args: sent, body, settings }, (reply) =>
      withLinks(operation, args, reply),
    );
  }

  /** Returns the URL of an operation with its path's template; the template alone as long as the base URL is not known. */
  targetOf(operation: Operation): string {
    const { path } = operation.request;
    if (this.#options.mock) return path;
    try {
      const base = this.#baseOf(operation);
      return base.origin + base.path + path;
    } catch {
      return path;
    }
  }

  async #fetchPages(
    paginate: Pagination,
    operation: Operation,
    args: Arguments,
    settings: CallSettings,
  ): Promise<Reply> {
    const { fetchPages } = await import("./response/pagination.js");
    const plan = this.#planOf(operation);
    const files = this.#filesFor(settings);
    const { signal, onProgress } = settings;
    return fetchPages(paginate, args, {
      maxBytes: this.#maxBytes,
      signal,
      onProgress,
      fetch: async (pageArgs, url) => {
        const body = await prepareBody(plan, pageArgs, files);
        const sent = (await plan.lazyParameters?.(pageArgs)) ?? pageArgs;
        return this.#send({ operation, args: sent, body, settings, url }, (reply) => reply);
      },
    });
  }

  /** Sends one request, and logs its failure. Resolves to what `take` makes of the reply. */
  #send<T>(call: CallRequest, take: (reply: Reply) => MaybePromise<T>): Promise<T> {
    const { operation, settings } = call;
    const start = performance.now();
    let sent: Sending | undefined;
    const failed = async (error: unknown): Promise<T> => {
      let reply: Reply;
      try {
        reply = await this.#sendRenewed(error, sent);
      } catch (last) {
        if (this.#log && !settings.signal?.aborted) logFailure(this.#log, operation, last, start);
        throw last;
      }
      return take(reply);
    };
    try {
      const base = this.#baseOf(operation);
      const found = this.#credentials.credentialsFor(operation, settings.forwarded);
      const sendWith = (credentials: Credentials): Promise<T> => {
        try {
          const { secrets, certificate } = credentials;
          if (secrets.length > 0 || certificate || settings.forwarded) {
            checkSendTo(this.#options.sendTo, base.origin);
          }
          sent = { call, base, credentials };
          return this.#sendAs(sent, { take, failed });
        } catch (error) {
          return failed(error);
        }
      };
      return found instanceof Promise
        ? this.#waitFor(found, operation, settings).then(sendWith, failed)
        : sendWith(found);
    } catch (error) {
      return failed(error);
    }
  }

  /** Sends a request once more with other credentials if the API refused these with 401. @throws the given error if there are no others */
  async #sendRenewed(error: unknown, sent: Sending | undefined): Promise<Reply> {
    if (!sent || !(error instanceof UpstreamError) || error.status !== 401) throw error;
    const { call, base } = sent;
    const renewal = this.#credentials.renewed(sent.credentials);
    const credentials = await this.#waitFor(renewal, call.operation, call.settings);
    if (credentials === undefined) throw error;
    return this.#sendAs({ call, base, credentials }, replyItself);
  }

  /** Waits for credentials within the call's time limit; other calls may wait longer. */
  #waitFor<T>(work: Promise<T>, operation: Operation, { signal }: CallSettings): Promise<T> {
    const timeoutMs = operation.timeoutMs ?? this.#options.timeoutMs ?? 30_000;
    return withinDeadline(timeoutMs, signal, "the authorization server", (deadline) =>
      abortable(work, deadline.signal),
    );
  }

  #sendAs<T>(sending: Sending, taking: Taking<Reply, T>): Promise<T> {
    const { call, base, credentials } = sending;
    const { operation, args, body, settings, url } = call;
    const { trace, forwarded } = settings;
    const fixed = this.#fixedHeaders(operation, forwarded);
    const values = { args, base, credentials, fixed, trace, body };
    const built = buildRequest(this.#planOf(operation), values);
    const request = url === undefined ? built : requestAt(built, url, credentials, base);
    if (operation.cacheMs === undefined) return this.#exchange(request, sending, taking);
    const untraced = trace && { ...values, trace: undefined };
    return this.#sendCached(request, untraced, sending).then(taking.take, taking.failed);
  }

  /** Answers from the cache, or sends a request and stores the reply. */
  async #sendCached(
    request: PlacedRequest,
    untraced: RequestValues | undefined,
    sending: Sending,
  ): Promise<Reply> {
    const cached = await this.#cached(request, untraced, sending);
    if (cached?.reply) return cached.reply;
    const reply = await this.#exchange(request, sending, replyItself);
    cached?.store(reply);
    return reply;
  }

  #exchange<T>(
    request: PlacedRequest,
    { call, credentials }: Sending,
    taking: Taking<Reply, T>,
  ): Promise<T> {
    const { operation, settings } = call;
    const { signal, onProgress, forwarded, hooks } = settings;
    const { timeoutMs = 30_000, maxKeptBytes } = this.#options;
    const redactors = this.#redactors.for(credentials, forwarded);
    const reading = {
      url: request.url,
      call: `${operation.request.method} ${operation.request.path}`,
      accept: operation.request.accept,
      maxBytes: this.#maxBytes,
      keepBytes: maxKeptBytes ?? 32 * 1024 * 1024,
      redactors,
      stream: operation.stream,
      onProgress,
      isPersonal:
        credentials.secrets.length > 0 || this.#fixedHeaders(operation, forwarded) !== undefined,
    };
    const read = (response: ApiResponse, deadline: Deadline): MaybePromise<Reply> =>
      readReply(response, reading, deadline);
    const placed = certified(request, credentials);
    const sendBy = (found: ApiSender): Promise<T> => {
      const exchangeSettings = {
        sender: hooks ? withHooks(found, this.#senders.byFetch, hooks) : found,
        timeoutMs: operation.timeoutMs ?? timeoutMs,
        signal,
        redactor: redactors.errors,
        allows: this.#redirects,
        retries: retriesOf(operation, this.#options.retries),
        onProgress,
      };
      return exchange(placed, exchangeSettings, read, taking);
    };
    const sender = this.#senders.next();
    return sender instanceof Promise ? sender.then(sendBy, taking.failed) : sendBy(sender);
  }

  /**
   * Looks a request up in the cache; undefined if its reply must not be cached.
   *
   * @param untraced what to build the request of without its trace headers
   */
  async #cached(
    request: PlacedRequest,
    untraced: RequestValues | undefined,
    { call, base, credentials }: Sending,
  ): Promise<{ reply: Reply | undefined; store(reply: Reply): void } | undefined> {
    const { operation, settings, url } = call;
    const { caller } = settings;
    const { cacheKey, ReplyCache } = await import("./response/reply-cache.js");
    const cache = (this.#cache ??= new ReplyCache());
    const plain = untraced ? buildRequest(this.#planOf(operation), untraced) : request;
    const asked = untraced && url !== undefined ? requestAt(plain, url, credentials, base) : plain;
    const key = cacheKey(asked, caller);
    if (key === undefined) return undefined;
    const known = cache.get(key);
    return {
      reply: known && { ...known, url: request.url },
      store: (reply) => cache.set(key, reply, operation.cacheMs ?? 0, caller),
    };
  }

  /** @see RFC 9110 section 9.3.8: a TRACE request must not contain what may be a credential */
  #fixedHeaders(
    operation: Operation,
    forwarded: ForwardedHeaders | undefined,
  ): FixedHeaders | undefined {
    if (operation.request.method === "TRACE") return undefined;
    const { headers } = this.#options;
    return forwarded ? { ...withoutFixed(forwarded, operation), ...headers } : headers;
  }

  get #maxBytes(): number {
    return this.#options.maxResponseBytes ?? 10 * 1024 * 1024;
  }

  #filesFor({ readResource }: CallSettings): FileSources {
    return { ...this.#options.files, ...defined({ readResource }) };
  }

  #planOf(operation: Operation): RequestPlan {
    const known = this.#plans.get(operation);
    if (known !== undefined) return known;
    const guard = guardOf(this.#api, operation, this.#givenQuery());
    const plan = planRequest(operation.request, guard);
    this.#plans.set(operation, plan);
    return plan;
  }

  /** Returns the query of the base URL that the user set. */
  #givenQuery(): string {
    const { baseUrl = variable(this.#env, this.#api.baseUrlEnv) ?? "" } = this.#options;
    return URL.canParse(baseUrl) ? new URL(baseUrl).search : "";
  }

  #baseOf(operation: Operation): BaseUrl {
    const known = this.#bases.get(operation);
    if (known !== undefined) return known;
    const base = resolveBaseUrl(this.#api, operation.request, this.#options.baseUrl, this.#env);
    this.#bases.set(operation, base);
    return base;
  }
}

async function withLinks(operation: Operation, args: Arguments, reply: Reply): Promise<Answer> {
  const { answer, headers, redact, url } = reply;
  if (!operation.links) return answer;
  const { linksFrom } = await import("./response/answer-links.js");
  const links = linksFrom(operation.links, { operation, args, answer, headers, redact, url });
  return links.length === 0 ? answer : { ...answer, links };
}
