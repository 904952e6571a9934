import { member, type JsonObject } from "../protocol/json.js";
import type { Lazy } from "../protocol/lazy.js";
import type { Log } from "../protocol/log.js";
import type { HeaderParameter } from "../protocol/headers/mcp-headers.js";
import type { LogLevel } from "../protocol/model.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { isModern, type Revision } from "../protocol/revisions.js";
import type { Caller } from "../session/caller.js";
import type { IncomingRequest } from "../session/incoming-request.js";
import { recover, type MaybePromise } from "../protocol/maybe-promise.js";
import { shareOf } from "../session/owner.js";
import type { Result } from "../session/result.js";
import { mayUse } from "../session/scope-check.js";
import type { OwnTool, ServerSide } from "../session/server-side.js";
import type { Service } from "../session/service.js";
import type { Session } from "../session/session.js";
import type { State } from "../state/state.js";
import { lazyRequestLimits } from "./limits/lazy-request-limits.js";
import type { RequestLimits } from "./limits/request-limits.js";
import { lazyRequestMonitor } from "./monitoring/lazy-request-monitor.js";
import { hears, notifySession } from "./notifications/notify-session.js";
import { watchFor } from "./notifications/watched.js";
import { findSubscribed } from "./registry/find-resource.js";
import { servesExtension } from "./methods/extension-method.js";
import { useCalls } from "./methods/lazy-calls.js";
import { lazyHandlers } from "./methods/lazy-handlers.js";
import type { Method, ServerCore } from "./methods/method.js";
import type { Mounted, Mounts } from "./mounting/mounts.js";
import { protocolMethods } from "./methods/protocol-methods.js";
import type { ServerFacts } from "./types/server-options.js";
import type { RequestMonitor } from "./monitoring/request-monitor.js";

const none: readonly never[] = [];

/** Dispatches the requests of an MCP server to its methods. One instance serves all clients and revisions. */
export class RequestRouter implements Service, ServerSide {
  readonly state: State;
  readonly log: Log;
  readonly #core: ServerCore;
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #monitor: Lazy<RequestMonitor> | undefined;
  readonly #limits: Lazy<RequestLimits> | undefined;
  readonly #sessions = new Set<Session>();
  /** Servers that wait for what this one waits for. */
  readonly #hosts = new Set<(loading: Promise<unknown>) => void>();
  /** The start of this server and of those mounted in it, with the value of its lifespan. */
  #opening: Promise<unknown> | undefined;
  #isOpen = false;
  #isClosed = false;
  /** What requests wait for. */
  #loading: Promise<unknown> | undefined;

  constructor(core: ServerCore) {
    this.state = core.state;
    this.log = core.log;
    this.#core = core;
    this.#methods = new Map(protocolMethods(core));
    this.#monitor = lazyRequestMonitor(core, this.#methods);
    this.#limits = lazyRequestLimits(core.options.limits);
  }

  /** The servers that are mounted in this one. */
  get mounts(): Mounts {
    return this.#core.mounts;
  }

  async start(): Promise<void> {
    await this.#open();
    await this.#loading;
    await this.#monitor?.loaded();
  }

  /** Makes requests wait for a promise; they keep their order. */
  waitFor(loading: Promise<unknown>): void {
    const all = this.#loading ? Promise.all([this.#loading, loading]) : loading;
    this.#loading = all;
    for (const wait of this.#hosts) wait(loading);
    // Registered first so that it runs before the waiting requests; a later request therefore cannot overtake them. A
    // failure rejects each waiting request.
    all.then(
      () => {
        if (this.#loading === all) this.#loading = undefined;
      },
      () => undefined,
    );
  }

  /** Presents the server as another one, from now on. */
  present({ instructions, ...info }: ServerFacts): void {
    this.#core.info = info;
    this.#core.instructions = instructions;
    this.#core.results.server = info;
  }

  /** Makes requests of another server wait as well. @returns a function that ends it */
  passLoadingOnTo(host: RequestRouter): () => void {
    const wait = (loading: Promise<unknown>): void => host.waitFor(loading);
    this.#hosts.add(wait);
    if (this.#loading) wait(this.#loading);
    return () => void this.#hosts.delete(wait);
  }

  /** Starts a mounted server with this one: now, if it was started. @returns ends the mounted one */
  mount(mounted: Mounted): () => void {
    const report = (error: unknown): void =>
      this.log.error(`The lifespan of ${mounted.server.name} failed`, error);
    const added = this.mounts.add(mounted).catch(report);
    if (this.#opening) this.waitFor(added);
    return () => void this.mounts.remove(mounted).catch(report);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#core.tasks.close();
    if (this.#opening) await this.mounts.stop();
    await this.#core.lifespan?.stop();
    // A state passed as an option may serve other servers, too.
    if (!this.#core.options.state) await this.state.close();
  }

  has(method: string, revision: Revision): boolean {
    const found = this.#methods.get(method);
    if (found) return serves(found, revision, undefined);
    const extension = this.#core.registry.methods.get(method);
    return extension !== undefined && servesExtension(extension, revision);
  }

  get logLevel(): LogLevel | undefined {
    return this.#core.options.logLevel;
  }

  get tools(): ReadonlyMap<string, OwnTool> {
    return this.#core.registry.tools;
  }

  isSubscribed(
    uri: string,
    { session, caller }: Pick<IncomingRequest, "session" | "caller">,
  ): boolean {
    return session ? hears(session, uri) : this.#core.changes.isSubscribed(uri, shareOf(caller));
  }

  handle(request: IncomingRequest): Result | Promise<Result> {
    request.server = this;
    if (!this.#limits) return this.#monitored(request);
    return this.#limits.use((limits) => limits.run(request, () => this.#monitored(request)));
  }

  #monitored(request: IncomingRequest): Result | Promise<Result> {
    if (!this.#monitor) return this.#answer(request);
    return this.#monitor.use((watch) => watch.answer(request, async () => this.#answer(request)));
  }

  #answer(request: IncomingRequest): Result | Promise<Result> {
    // The request may have been cancelled while code was loading.
    request.throwIfAborted();
    const method = this.#methodOf(request);
    if (!method || !serves(method, request.protocolVersion, request)) {
      throw new ProtocolError(
        errorCodes.methodNotFound,
        `There is no method ${request.method.slice(0, 100)}.`,
      );
    }
    const { lifespan, options, mounts } = this.#core;
    // Checked before waiting: a request that came too early stays refused.
    if (options.enforceLifecycle) refuseEarly(request);
    if (this.#loading) return this.#loading.then(() => this.#answer(request));
    if (!lifespan && (this.#isOpen || mounts.isEmpty)) return this.#handle(method, request);
    return this.#open().then((value) => {
      request.throwIfAborted();
      request.lifespan = value;
      return this.#handle(method, request);
    });
  }

  /** Starts this server and the mounted ones, once. @returns the value of the lifespan. @throws what a lifespan throws */
  #open(): Promise<unknown> {
    const { lifespan, mounts } = this.#core;
    return (this.#opening ??= (async () => {
      const value = await lifespan?.start();
      if (!this.#isClosed) await mounts.start();
      this.#isOpen = true;
      return value;
    })());
  }

  /** Handles a request if its caller's token has the scopes of what it names. */
  #handle(method: Method, request: IncomingRequest): Result | Promise<Result> {
    const { caller, params } = request;
    if (!caller || method.names === "nothing") return method.handle(request);
    return this.scopesFor(request.method, params, caller).then((scopes) => {
      request.throwIfAborted();
      if (mayUse(request, scopes)) return method.handle(request);
      throw new ProtocolError(
        errorCodes.invalidRequest,
        "The access token lacks a scope that this request needs.",
        { error: "insufficient_scope", scope: scopes.join(" ") },
      );
    });
  }

  #methodOf(request: IncomingRequest): Method | undefined {
    const own = this.#methods.get(request.method);
    if (own) return own;
    const entry = this.#core.registry.methods.get(request.method);
    if (!entry || !servesExtension(entry, request.protocolVersion)) return undefined;
    const handle = (): MaybePromise<Result> =>
      useCalls(request, ({ callExtension }) => callExtension(this.#core, entry, request));
    return { eras: "both", names: "extension", handle };
  }

  notified(method: string, params: JsonObject, session: Session | undefined): void {
    if (method === "notifications/initialized") session?.change({ initialized: true });
    const { options } = this.#core;
    const failed = (error: unknown): void =>
      this.log.error(`The handler of ${method.slice(0, 100)} failed`, error);
    void recover(() => options.onNotification?.(method, params, session?.id), failed);
    if (!this.mounts.isEmpty) this.mounts.notified(method, params, session?.id, failed);
  }

  attach(session: Session): () => void {
    this.#sessions.add(session);
    if (session.facts.subscriptions.length > 0) this.#watchAgain(session);
    const stopListening = this.#core.changes.listen(
      (change) =>
        notifySession(session, change, (uri, push) => this.#ifAllowed(session, uri, push)),
      {
        hears: (uri) => hears(session, uri),
        get owner() {
          return shareOf(session.sender.caller);
        },
      },
    );
    return () => {
      this.#sessions.delete(session);
      stopListening();
    };
  }

  /** Listens to what a session subscribed to at another process, which may be gone by now. */
  #watchAgain(session: Session): void {
    // What a proxy offers is known when it is started.
    Promise.all([this.#open(), this.#loading])
      .then(() => {
        // One that ended meanwhile would listen for ever.
        if (!this.#sessions.has(session)) return;
        for (const uri of session.facts.subscriptions) {
          void watchFor(session, this.#core.registry, uri);
        }
      })
      .catch((error: unknown) => this.log.error("A resource could not be listened to", error));
  }

  /** Pushes a notification about a resource unless the session has no access to it, maybe since a while only. */
  #ifAllowed(session: Session, uri: string, push: () => void): void {
    const found = findSubscribed(this.#core.registry, uri);
    if (!found?.admitSubscriber && (!session.sender.caller || !found?.scopes)) return push();
    Promise.all([this.#open(), this.#loading])
      .then(([value]) =>
        lazyHandlers.use(({ ifAllowed }) => ifAllowed(this.#core, session, uri, value, push)),
      )
      .catch((error: unknown) => this.log.error("A notification could not be sent", error));
  }

  get sessions(): ReadonlySet<Session> {
    return this.#sessions;
  }

  scopesFor(method: string, params: JsonObject, caller: Caller): Promise<readonly string[]> {
    const names = this.#methods.get(method)?.names ?? "extension";
    return lazyHandlers.use(({ entryScopes }) =>
      entryScopes(this.#core, names, method, params, caller),
    );
  }

  headerParameters(method: string, params: JsonObject): readonly HeaderParameter[] {
    if (method !== "tools/call") return none;
    const name = member(params, "name");
    return (typeof name === "string" && this.#core.registry.tools.get(name)?.headers) || none;
  }
}

function serves(method: Method, revision: Revision, request: IncomingRequest | undefined): boolean {
  if (method.eras !== "both" && (method.eras === "modern") !== isModern(revision)) return false;
  return method.serves?.(request) ?? true;
}

/** Without sessions no request can be known to be early. @see MCP 2025-11-25, Lifecycle, Initialization */
function refuseEarly({ method, envelope, session, keepsSessions }: IncomingRequest): void {
  if (envelope || method === "initialize" || method === "ping") return;
  if (keepsSessions === false || session?.facts.initialized) return;
  throw new ProtocolError(
    errorCodes.invalidRequest,
    "The session is not initialized: send `initialize`, then `notifications/initialized`.",
  );
}
