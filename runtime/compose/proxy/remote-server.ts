import { compileFilter, type ShowsTool } from "../../client/manager/names/tool-filter.js";
import type { McpClient } from "../../client/client.js";
import { McpClientError, McpConnectionError } from "../../client/errors.js";
import { defined } from "../../protocol/defined.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import type { ServerParts } from "../../server/create-server.js";
import { isInputRequired } from "../../server/client-input/input-required.js";
import { cancellationOf } from "../../server/types/call-cancellation.js";
import type { CallContext, InputRequired } from "../../server/types/call-context.js";
import type { Watch } from "../../server/registry/registry.js";
import type { Registration } from "../../server/types/definitions.js";
import { connect, type ConnectTarget } from "../connect-any.js";
import { CallLinks } from "./call-links.js";
import { KeptCall, KeptCalls } from "./kept-calls.js";
import { OpenCalls, PushedCall, type ListedCall } from "./open-calls.js";
import type { Declared, ProxyOptions, ProxyTarget } from "./proxy-options.js";
import type { RemoteCall } from "./remote-call.js";
import { errorForCaller, sessionOf } from "./remote-calls.js";
import {
  remoteCompletion,
  remotePrompt,
  remoteResource,
  remoteTemplate,
  RemoteTool,
  remoteUnlisted,
  type RemoteCaller,
} from "./remote-entries.js";
import { RemoteLink, type LinkObserver, type OpenRemote } from "./remote-link.js";
import { RemoteLists, type RemoteListKind } from "./remote-lists.js";
import { sendLegacy, sendModern, type SendCall } from "./send-call.js";
import { KnownUris } from "./known-uris.js";
import { SessionLinks, type CalledLink } from "./session-links.js";
import { Watching } from "./watching.js";

/** What a proxy is made of. */
export interface RemoteFacts {
  readonly parts: ServerParts;
  readonly target: ProxyTarget;
  readonly options: ProxyOptions & { readonly name: string };
  /** What the proxy declares: set to what the remote server has, once that is known. */
  readonly declare: Declared[];
}

const allLists: readonly RemoteListKind[] = ["tools", "resources", "resourceTemplates", "prompts"];
const defaultStartMs = 10_000;
/** A server that tells of changes in a row is asked once. */
const settleMs = 50;

/** A remote server as its proxy sees it: its entries, and the connections over which calls go. */
export class RemoteServer implements RemoteCaller {
  readonly #facts: RemoteFacts;
  readonly #name: string;
  readonly #log: Log;
  readonly #lists: RemoteLists;
  readonly #uris = new KnownUris();
  readonly #main: CalledLink;
  readonly #sessions: SessionLinks | undefined;
  readonly #calls: CallLinks;
  readonly #kept = new KeptCalls();
  readonly #watching = new Watching();
  readonly #stale = new Set<RemoteListKind>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #registrations: readonly Registration[] = [];
  /** Whether the remote server has failed since its lists were read. */
  #isSuspect = false;
  #isDown = false;

  constructor(facts: RemoteFacts) {
    const { parts, target, options } = facts;
    this.#facts = facts;
    this.#name = options.name;
    this.#log = parts.service.log;
    this.#lists = new RemoteLists(this.#items(compileFilter(options.filter)), this.#log);
    const host = {
      name: this.#name,
      log: this.#log,
      open: openerOf(target),
      options: { name: this.#name, ...defined({ log: parts.options.logger }), ...options.client },
      hear: (client: McpClient) => this.#hear(client),
    };
    const linkOf = (observer: LinkObserver): CalledLink => {
      const calls = new OpenCalls(this.#name, true);
      const features = { samplingFeatures: { tools: true, context: true } };
      const all = { ...host.options, ...calls.handlers, ...features };
      return { calls, link: new RemoteLink(host.open, all, observer) };
    };
    this.#main = linkOf({
      connected: (client) => this.#connected(client),
      lost: (error) => this.#lost(error),
    });
    const openMore = (): CalledLink => {
      const opened = linkOf({ connected: host.hear, lost: () => undefined });
      opened.link.start();
      return opened;
    };
    const hasOwn = options.sessions !== "shared" && !isClient(target);
    this.#sessions = hasOwn ? new SessionLinks(host) : undefined;
    this.#calls = new CallLinks(this.#main, hasOwn ? openMore : undefined);
  }

  async start(): Promise<void> {
    const { startTimeoutMs = defaultStartMs } = this.#facts.options;
    await this.#main.link.start().firstAttempt(startTimeoutMs);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#kept.close();
    this.#offerWhatHasNoList([]);
    this.#lists.clear();
    await Promise.all([this.#main.link.close(), this.#calls.close(), this.#sessions?.close()]);
  }

  rootsChanged(sessionId: string | undefined): void {
    this.#sessions?.rootsChanged(sessionId);
  }

  watch(uri: string): Watch {
    return this.#watching.begin(uri);
  }

  async call<T>(call: RemoteCall<T>): Promise<T | InputRequired> {
    const { ctx } = call;
    try {
      const kept = this.#kept.take(ctx);
      const result = await (kept ? this.#goOn(kept) : this.#begin(call));
      return isInputRequired(result) ? result : call.read(result);
    } catch (error) {
      if (error instanceof McpConnectionError) this.#isSuspect = true;
      throw errorForCaller(error, this.#name, ctx, this.#log);
    }
  }

  #begin(call: RemoteCall<unknown>): Promise<JsonObject | InputRequired> {
    const { link, calls } = this.#linkFor(call.ctx);
    const { client } = link;
    if (client) return this.#send(client, calls, call);
    return link.ready(cancellationOf(call.ctx)).then((made) => this.#send(made, calls, call));
  }

  /** Returns the connection for a call: before 2026-07-28 each session of a client has a session of the remote server. */
  #linkFor(ctx: CallContext): CalledLink {
    const { client } = this.#main.link;
    if (!client || isModern(client.protocolVersion)) return this.#main;
    const session = sessionOf(ctx);
    if (!session) return this.#calls.next();
    return this.#sessions?.of(session) ?? this.#main;
  }

  #send(
    client: McpClient,
    calls: OpenCalls,
    call: RemoteCall<unknown>,
  ): Promise<JsonObject | InputRequired> {
    const { ctx } = call;
    const isForwarded = isModern(client.protocolVersion);
    if (isForwarded || sessionOf(ctx) || !isModern(ctx.protocolVersion as Revision)) {
      const send = isForwarded ? sendModern : sendLegacy;
      return this.#within(client, calls, new PushedCall(ctx), call, send);
    }
    const kept = new KeptCall(ctx);
    const { cancellation } = kept;
    const result = this.#within(client, calls, kept, { ...call, cancellation }, sendLegacy);
    return this.#goOn(kept.begin(result));
  }

  /** Keeps a call among the open ones while it is sent. */
  async #within(
    client: McpClient,
    calls: OpenCalls,
    open: ListedCall,
    call: RemoteCall<unknown>,
    send: SendCall,
  ): Promise<JsonObject | InputRequired> {
    calls.add(open);
    try {
      const result = await send(client, call, this.#facts.options.timeoutMs);
      // Resources that a result links to may be read although they are not listed.
      if (!isInputRequired(result)) this.#uris.learn(result);
      if (this.#isSuspect) this.#recovered(client);
      return result;
    } finally {
      calls.remove(open);
    }
  }

  async #goOn(call: KeptCall): Promise<JsonObject | InputRequired> {
    const next = await call.outcome();
    return call.isAsking(next) ? this.#kept.keep(call, next) : (next as JsonObject);
  }

  async #connected(client: McpClient): Promise<void> {
    const { parts, declare } = this.#facts;
    const { tools, resources, prompts, completions } = client.serverCapabilities;
    const has = { tools, resources, prompts, completions };
    const names = (Object.keys(has) as Declared[]).filter((name) => has[name] !== undefined);
    declare.splice(0, declare.length, ...names);
    this.#offerWhatHasNoList(names);
    const { serverInfo, instructions } = client;
    if (serverInfo) parts.service.present({ ...serverInfo, ...(instructions && { instructions }) });
    client.on("log", (message) => this.#main.calls.log(message));
    client.on("resourceUpdated", (uri) => parts.changes.notify({ kind: "resource", uri }));
    this.#hear(client);
    client.on("listChanged", (kind) => this.#listsChanged(kind));
    this.#watching.connected(client, this.#log);
    await this.#lists.update(client, allLists);
    if (this.#isDown) this.#log.info(`The server ${this.#name} is back.`);
    this.#isDown = false;
    this.#isSuspect = false;
  }

  /** Offers completions, and resources that are not listed, if the remote server declares such. */
  #offerWhatHasNoList(names: readonly Declared[]): void {
    for (const each of this.#registrations) each.remove();
    const { registry, wrapper } = this.#facts.parts;
    const unlisted = remoteUnlisted(this.#name, this, (uri) => this.#uris.has(uri));
    this.#registrations = [
      ...(names.includes("resources") ? [registry.addUnlisted(wrapper.unlisted(unlisted))] : []),
      ...(names.includes("completions") ? [registry.addCompletion(remoteCompletion(this))] : []),
    ];
  }

  /** What connections of sessions tell, too. */
  #hear(client: McpClient): void {
    client.on("elicitationComplete", (elicitationId) =>
      this.#facts.parts.changes.notify({ kind: "elicitation", elicitationId }),
    );
  }

  /** A stack would tell the operator nothing about a server that is not there. */
  #logLost(error: unknown): void {
    const what = `The server ${this.#name} can't be reached`;
    if (error instanceof McpClientError) this.#log.error(`${what}: ${error.message}`);
    else this.#log.error(what, error);
  }

  #lost(error: unknown): void {
    if (!this.#isDown) this.#logLost(error);
    this.#isDown = true;
  }

  /** A server over HTTP may have been another one since. */
  #recovered(client: McpClient): void {
    this.#isSuspect = false;
    const { client: main = client } = this.#main.link;
    void this.#lists.update(main, allLists);
  }

  #listsChanged(kind: "tools" | "resources" | "prompts"): void {
    this.#stale.add(kind);
    if (kind === "resources") this.#stale.add("resourceTemplates");
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const kinds = [...this.#stale];
      this.#stale.clear();
      const { client } = this.#main.link;
      if (client) void this.#lists.update(client, kinds);
    }, settleMs);
  }

  #items(shows: ShowsTool): ConstructorParameters<typeof RemoteLists>[0] {
    const { registry, wrapper } = this.#facts.parts;
    return {
      tool: (tool) =>
        shows(tool, this.#name)
          ? registry.addTool(tool.name, wrapper.tool(tool.name, new RemoteTool(tool, this), {}))
          : undefined,
      resource: (resource) => {
        this.#uris.list(resource.uri);
        return registry.addResource(wrapper.resource(remoteResource(resource, this), {}));
      },
      template: (template) => {
        this.#uris.list(template.uriTemplate);
        return registry.addTemplate(wrapper.template(remoteTemplate(template, this), {}));
      },
      prompt: (prompt) => registry.addPrompt(wrapper.prompt(remotePrompt(prompt, this), {})),
    };
  }
}

function isClient(target: ProxyTarget): target is McpClient {
  return typeof (target as { readonly callTool?: unknown }).callTool === "function";
}

function openerOf(target: ProxyTarget): OpenRemote {
  if (typeof target === "function") return target;
  if (!isClient(target)) return (options) => connect(target as ConnectTarget, options);
  let isUsed = false;
  return async () => {
    if (isUsed) throw new Error("A connected client can't be connected again.");
    isUsed = true;
    return Promise.resolve(target);
  };
}
