import { defined } from "../../protocol/defined.js";
import { member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { requestLog } from "../../telemetry/request-log.js";
import {
  together,
  type RequestOutcome,
  type RequestTelemetry,
  type Telemetry,
  type WatchedRequest,
} from "../../telemetry/telemetry.js";
import type { Registry } from "../registry/registry.js";
import type { WatchedCore } from "./lazy-request-monitor.js";

const longestUri = 500;

/** What watches the requests of a server: the log where nothing else does. */
export function watchOf(core: WatchedCore, methods: ReadonlyMap<string, unknown>): RequestWatch {
  const { telemetry } = core.options;
  const own = requestLog(core.log);
  if (!telemetry) return new RequestWatch(own, core, methods);
  const all = core.log.tells("info") ? together(telemetry, own) : telemetry;
  return new RequestWatch(all, core, methods);
}

/** Telemetry around the answers of a server. What it does wrong changes none. */
export class RequestWatch {
  readonly #telemetry: Telemetry;
  readonly #core: WatchedCore;
  readonly #methods: ReadonlyMap<string, unknown>;

  constructor(telemetry: Telemetry, core: WatchedCore, methods: ReadonlyMap<string, unknown>) {
    this.#telemetry = telemetry;
    this.#core = core;
    this.#methods = methods;
  }

  /** Does the work of a request while telemetry watches. @throws what `work` throws */
  async answer<T>(request: IncomingRequest, work: () => Promise<T>): Promise<T> {
    const watched = this.#begin(request);
    if (!watched) return work();
    let outcome: RequestOutcome = {};
    try {
      const result = await watched.run(work);
      if (request.toolFailed) outcome = { isToolError: true };
      return result;
    } catch (error) {
      const isMeant = error instanceof ProtocolError;
      outcome = { errorCode: isMeant ? error.code : errorCodes.internalError };
      throw error;
    } finally {
      this.#end(watched, request.aborted ? { isCancelled: true } : outcome);
    }
  }

  #begin(request: IncomingRequest): WatchedRequest | undefined {
    try {
      return this.#telemetry.request(this.#describe(request));
    } catch (error) {
      this.#core.log.error("Telemetry failed", error);
      return undefined;
    }
  }

  #end(watched: WatchedRequest, outcome: RequestOutcome): void {
    try {
      watched.end(outcome);
    } catch (error) {
      this.#core.log.error("Telemetry failed", error);
    }
  }

  /** Names come from the server: those that clients make up would be without number. */
  #describe(request: IncomingRequest): RequestTelemetry {
    const { id, params, protocolVersion, session, network, meta } = request;
    const method = this.#methods.has(request.method) ? request.method : "_OTHER";
    const name = nameOf(method, member(params, "name"), this.#core.registry);
    const uri = method.startsWith("resources/") ? member(params, "uri") : undefined;
    return {
      id,
      method,
      protocolVersion,
      meta,
      ...defined({
        name,
        uri: typeof uri === "string" ? publicPart(uri) : undefined,
        sessionId: session?.id === undefined ? undefined : session.id,
        network,
      }),
    };
  }
}

function nameOf(method: string, name: unknown, registry: Registry): string | undefined {
  if (typeof name !== "string") return undefined;
  if (method === "tools/call" && registry.tools.has(name)) return name;
  return method === "prompts/get" && registry.prompts.has(name) ? name : undefined;
}

/** A URI without user, query and fragment, which may hold secrets; of one that is all content, its scheme. */
function publicPart(uri: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(uri)?.[0];
  if (scheme?.toLowerCase() === "data:") return scheme;
  const [place = ""] = uri.split(/[?#]/, 1);
  return place.replace(/^([^/]*:\/\/)[^/]*@/, "$1").slice(0, longestUri);
}
