import { defined } from "../protocol/defined.js";
import { ToolError } from "../protocol/tool-error.js";
import type { Answer, SentReply } from "./response/answer.js";
import type { Api } from "../contract/api.js";
import type { Arguments } from "./request/arguments.js";
import { noCredentials, type Credentials } from "./credentials.js";
import { withinDeadline } from "./exchange/deadline.js";
import type { Environment } from "../contract/environment.js";
import { exchange } from "./exchange/exchange.js";
import type { FileOptions } from "../contract/file-input.js";
import type { RequestBody } from "./request/body.js";
import { needsNodeFetch, nodeFetch } from "./exchange/node-fetch.js";
import type { Operation, Pagination } from "../contract/operation.js";
import type { FileSources } from "./files/read-file.js";
import { withPreset } from "./request/preset.js";
import { redactorsOf, type Redactors, type Secret } from "./redactor.js";
import {
  buildRequest,
  planRequest,
  prepareBody,
  type FixedHeaders,
  type HttpRequest,
  type RequestPlan,
} from "./request/request.js";
import { redirectRule } from "./exchange/redirect-rule.js";
import { cacheKey, ReplyCache } from "./exchange/reply-cache.js";
import { readReply } from "./response/response.js";
import { retriesOf } from "./exchange/retry.js";
import { abortable } from "./security/abortable.js";
import { CredentialSource } from "./security/credential-source.js";
import type { ForwardedHeaders } from "./security/forwarded-headers.js";
import { resolveBaseUrl, type BaseUrl } from "./request/servers.js";
import { UpstreamError } from "./upstream-error.js";

/** How a server calls its API. */
export interface UpstreamOptions {
  /** Where base URL, server variables and credentials are read from; default `process.env`. */
  readonly env?: Environment;
  /** Replaces the URL of every server, also of operations that have servers of their own. */
  readonly baseUrl?: string;
  /** Default: the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one call, redirects and body included, unless the operation says otherwise; default 30,000. */
  readonly timeoutMs?: number;
  /** Largest answer that methods resolve to, counted after decompression; default 10 MiB. */
  readonly maxResponseBytes?: number;
  /**
   * Largest answer that is kept where it is too large for that or for a result, for clients to read it as a resource;
   * default 32 MiB, 0 keeps none: then results have whole answers.
   */
  readonly maxKeptBytes?: number;
  /** How often a call that may be repeated is sent again while the API is busy (429, 503); default 2. */
  readonly retries?: number;
  /**
   * Origins beside the API's own that redirects may lead to: `files.example.com`, `*.example.com`. Credentials never go
   * there. Default: none.
   */
  readonly followRedirects?: readonly string[];
  /** Answers come from the document's examples and schemas; nothing is sent, no credential is needed. */
  readonly mock?: boolean;
  /** Sent with every request; they win over all other headers. */
  readonly headers?: FixedHeaders;
  /** What people are told to run where a login is needed; default: this server's program with the word login. */
  readonly loginCommand?: string;
  /** Which files of the server's computer an argument may name to be sent; default none. */
  readonly files?: FileOptions;
}

/** How one call is made, beside its arguments. */
export interface CallSettings {
  readonly signal?: AbortSignal | undefined;
  /** Headers that say to which trace the call belongs. */
  readonly trace?: FixedHeaders | undefined;
  /** Who calls, where that is known: answers that are kept for them serve nobody else. */
  readonly caller?: string | undefined;
  /** Headers of who calls this server that go on to the API. */
  readonly forwarded?: ForwardedHeaders | undefined;
  /** Hears what happens while the call takes its time: waits, the items of a stream, pages. */
  readonly onProgress?: ((message: string) => void) | undefined;
  /** Reads the server's own resources, which files may be taken from. */
  readonly readResource?: FileSources["readResource"] | undefined;
}

const mockTarget: { readonly base: BaseUrl; readonly credentials: Credentials } = {
  base: { origin: "http://mock.invalid", path: "", query: "" },
  credentials: noCredentials,
};

/** The API that operations belong to, as the runtime calls it. */
export class Upstream {
  readonly #api: Api;
  readonly #options: UpstreamOptions;
  readonly #env: Environment;
  readonly #redirects: ((target: URL) => boolean) | undefined;
  readonly #plans = new WeakMap<Operation, RequestPlan>();
  readonly #bases = new WeakMap<Operation, BaseUrl>();
  readonly #credentials: CredentialSource;
  readonly #redactors = new WeakMap<Credentials, Redactors>();
  readonly #cache = new ReplyCache();

  /** @throws TypeError when an option is none */
  constructor(api: Api, options: UpstreamOptions = {}) {
    this.#api = api;
    this.#options = options;
    this.#redirects = redirectRule(options.followRedirects ?? []);
    this.#env = options.env ?? (typeof process === "undefined" ? {} : process.env);
    this.#credentials = new CredentialSource(api, { ...options, env: this.#env });
  }

  /**
   * Sends the request of an operation and reads the answer.
   *
   * Base URL and credentials are looked up at the operation's first call.
   *
   * @throws ToolError when the request can't be built or fails, or a setting is missing: then nothing was sent.
   *   UpstreamError, which is one, when the API answers with status 400 or above; AnswerTooLarge when its answer does not
   *   fit a result. The signal's reason when it was aborted.
   */
  async call(operation: Operation, given: Arguments, settings: CallSettings = {}): Promise<Answer> {
    const args = withPreset(operation, given);
    const { signal } = settings;
    signal?.throwIfAborted();
    if (operation.paginate && !this.#options.mock) {
      const reply = await this.#fetchPages(operation.paginate, operation, args, settings);
      return this.#withLinks(operation, args, reply);
    }
    const plan = this.#planOf(operation);
    const body = plan.lazyBody
      ? await prepareBody(plan, args, this.#filesFor(settings))
      : plan.body?.(args);
    signal?.throwIfAborted();
    if (this.#options.mock) {
      buildRequest(plan, args, mockTarget.base, mockTarget.credentials, {}, {}, body);
      const { mockAnswer } = await import("./mock/mock.js");
      return mockAnswer(this.#api, operation);
    }
    return this.#withLinks(operation, args, await this.#send(operation, args, body, settings));
  }

  async #withLinks(operation: Operation, args: Arguments, reply: SentReply): Promise<Answer> {
    const { answer, headers, url } = reply;
    if (!operation.links) return answer;
    const { linksFrom } = await import("./response/answer-links.js");
    const links = linksFrom(operation.links, { operation, args, answer, headers, url });
    return links.length === 0 ? answer : { ...answer, links };
  }

  async #fetchPages(
    paginate: Pagination,
    operation: Operation,
    args: Arguments,
    settings: CallSettings,
  ): Promise<SentReply> {
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
        return this.#send(operation, pageArgs, body, settings, url);
      },
    });
  }

  /** One request and its answer; once more with another token when the API takes this one no longer. */
  async #send(
    operation: Operation,
    args: Arguments,
    body: RequestBody | undefined,
    settings: CallSettings,
    url?: string,
  ): Promise<SentReply> {
    const base = this.#baseOf(operation);
    const found = this.#credentials.credentialsFor(operation, settings.forwarded);
    const credentials =
      found instanceof Promise ? await this.#waitFor(found, operation, settings) : found;
    const sendAs = (own: Credentials): Promise<SentReply> =>
      this.#sendAs(own, base, operation, args, body, settings, url);
    try {
      return await sendAs(credentials);
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      const renewal = this.#credentials.renewed(credentials);
      const others = await this.#waitFor(renewal, operation, settings);
      if (others === undefined) throw error;
      return sendAs(others);
    }
  }

  /** Waits for credentials as long as a call may take. Others may wait for them longer. */
  #waitFor<T>(work: Promise<T>, operation: Operation, { signal }: CallSettings): Promise<T> {
    const timeoutMs = operation.timeoutMs ?? this.#options.timeoutMs ?? 30_000;
    return withinDeadline(timeoutMs, signal, "the authorization server", (deadline) =>
      abortable(work, deadline.signal),
    );
  }

  async #sendAs(
    credentials: Credentials,
    base: BaseUrl,
    operation: Operation,
    args: Arguments,
    body: RequestBody | undefined,
    settings: CallSettings,
    url: string | undefined,
  ): Promise<SentReply> {
    const redactors = this.#redactorsFor(credentials, settings.forwarded);
    const { headers, timeoutMs = 30_000, maxKeptBytes } = this.#options;
    const plan = this.#planOf(operation);
    const { signal, onProgress, trace, forwarded } = settings;
    const fixed = forwarded ? { ...forwarded, ...headers } : headers;
    const built = buildRequest(plan, args, base, credentials, fixed, trace, body);
    const request = url === undefined ? built : requestAt(built, url, credentials);
    const { cacheMs } = operation;
    const key = cacheMs === undefined ? undefined : cacheKey(request, settings.caller, trace);
    const known = key === undefined ? undefined : this.#cache.get(key);
    if (known) return { ...known, url: request.url };
    const reading = {
      call: `${operation.request.method} ${operation.request.path}`,
      maxBytes: this.#maxBytes,
      keepBytes: maxKeptBytes ?? 32 * 1024 * 1024,
      redactors,
      stream: operation.stream,
      onProgress,
      isPersonal: credentials.secrets.length > 0 || fixed !== undefined,
    };
    const sending = {
      fetch: this.#options.fetch ?? platformFetch(request, credentials),
      timeoutMs: operation.timeoutMs ?? timeoutMs,
      signal,
      redactor: redactors.errors,
      allows: this.#redirects,
      retries: retriesOf(operation, this.#options.retries),
      onProgress,
    };
    const reply = await exchange(request, sending, (response, deadline) =>
      readReply(response, reading, deadline),
    );
    if (key !== undefined) this.#cache.set(key, reply, cacheMs ?? 0);
    return { ...reply, url: request.url };
  }

  get #maxBytes(): number {
    return this.#options.maxResponseBytes ?? 10 * 1024 * 1024;
  }

  #filesFor({ readResource }: CallSettings): FileSources {
    return {
      ...this.#options.files,
      ...defined({ readResource }),
    };
  }

  #planOf(operation: Operation): RequestPlan {
    const known = this.#plans.get(operation);
    if (known !== undefined) return known;
    const plan = planRequest(operation.request);
    this.#plans.set(operation, plan);
    return plan;
  }

  #baseOf(operation: Operation): BaseUrl {
    const known = this.#bases.get(operation);
    if (known !== undefined) return known;
    const base = resolveBaseUrl(this.#api, operation.request, this.#options.baseUrl, this.#env);
    this.#bases.set(operation, base);
    return base;
  }

  #redactorsFor(credentials: Credentials, forwarded: ForwardedHeaders | undefined): Redactors {
    const known = forwarded ? undefined : this.#redactors.get(credentials);
    if (known !== undefined) return known;
    const headers = { ...forwarded, ...this.#options.headers };
    const redactors = redactorsOf([...credentials.secrets, ...secretsOf(headers)]);
    if (!forwarded) this.#redactors.set(credentials, redactors);
    return redactors;
  }
}

/**
 * The same request to another place on its origin.
 *
 * @throws ToolError when it is on another: credentials don't go there
 */
function requestAt(request: HttpRequest, url: string, { query }: Credentials): HttpRequest {
  const target = new URL(url);
  if (target.origin !== new URL(request.url).origin) {
    throw new ToolError(
      `The next page is on another origin, ${target.origin}; it was not fetched.`,
    );
  }
  // The API's own links may leave the key out, or have it hidden by us.
  const isKey = (pair: string) => query.some(([name]) => pair.startsWith(`${name}=`));
  const pairs = target.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isKey(pair));
  target.search = [...pairs, ...query.map((pair) => pair.join("="))].join("&");
  return { ...request, url: target.href };
}

function platformFetch(
  { method, body, url }: HttpRequest,
  { certificate }: Credentials,
): typeof globalThis.fetch {
  if (certificate) return certificate.fetchFor(url);
  return needsNodeFetch(method, body) ? (nodeFetch as typeof globalThis.fetch) : globalThis.fetch;
}

/** Values of headers that look like credentials, and what follows their scheme: `Bearer <token>`. */
function secretsOf(headers: FixedHeaders): Secret[] {
  return Object.entries(headers)
    .filter(([name]) => /auth|cookie|key|secret|token/i.test(name))
    .flatMap(([, value]) => [value, ...value.split(" ").slice(1)])
    .filter((text) => text !== "")
    .map((text) => ({ text }));
}
