import { defined } from "../../protocol/defined.js";
import { member } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import { recover } from "../../protocol/maybe-promise.js";
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
import type { ServerOptions } from "../types/server-options.js";

const maxUriLength = 500;

/** The part of a server that its monitor needs. */
export interface MonitoredServer {
  readonly registry: Registry;
  readonly log: Log;
  readonly options: Pick<ServerOptions, "telemetry">;
}

export function createRequestMonitor(
  server: MonitoredServer,
  methods: ReadonlyMap<string, unknown>,
): RequestMonitor {
  const { telemetry } = server.options;
  const own = requestLog(server.log);
  if (!telemetry) return new RequestMonitor(own, server, methods);
  const all = server.log.writes("info") ? together(telemetry, own) : telemetry;
  return new RequestMonitor(all, server, methods);
}

/** Reports the requests of a server to telemetry. A failure of telemetry never changes a response. */
export class RequestMonitor {
  readonly #telemetry: Telemetry;
  readonly #server: MonitoredServer;
  readonly #methods: ReadonlyMap<string, unknown>;

  constructor(
    telemetry: Telemetry,
    server: MonitoredServer,
    methods: ReadonlyMap<string, unknown>,
  ) {
    this.#telemetry = telemetry;
    this.#server = server;
    this.#methods = methods;
  }

  /** Does the work of a request and reports its outcome. @throws what `work` throws */
  async answer<T>(request: IncomingRequest, work: () => Promise<T>): Promise<T> {
    const monitored = this.#begin(request);
    if (!monitored) return work();
    let outcome: RequestOutcome = {};
    try {
      const result = await monitored.run(work);
      if (request.toolFailed) outcome = { isToolError: true };
      return result;
    } catch (error) {
      const isProtocolError = error instanceof ProtocolError;
      outcome = { errorCode: isProtocolError ? error.code : errorCodes.internalError };
      throw error;
    } finally {
      this.#end(monitored, request.aborted ? { isCancelled: true } : outcome);
    }
  }

  #begin(request: IncomingRequest): WatchedRequest | undefined {
    try {
      return this.#telemetry.request(this.#describe(request));
    } catch (error) {
      this.#server.log.error("Telemetry failed", error);
      return undefined;
    }
  }

  #end(monitored: WatchedRequest, outcome: RequestOutcome): void {
    const failed = (error: unknown): void => this.#server.log.error("Telemetry failed", error);
    void recover(() => monitored.end(outcome), failed);
  }

  /** Uses only names that the server knows: names made up by clients would be unlimited. */
  #describe(request: IncomingRequest): RequestTelemetry {
    const { id, params, protocolVersion, session, network, meta } = request;
    const method = this.#methods.has(request.method) ? request.method : "_OTHER";
    const name = nameOf(method, member(params, "name"), this.#server.registry);
    const uri = method.startsWith("resources/") ? member(params, "uri") : undefined;
    return {
      id,
      method,
      protocolVersion,
      meta,
      ...defined({
        name,
        uri: typeof uri === "string" ? publicPart(uri) : undefined,
        sessionId: session?.id,
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

/** Removes the parts of a URI that may hold secrets: user, query and fragment, and the content of `data:`. */
function publicPart(uri: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(uri)?.[0];
  if (scheme?.toLowerCase() === "data:") return scheme;
  const [place = ""] = uri.split(/[?#]/, 1);
  return place.replace(/^([^/]*:\/\/)[^/]*@/, "$1").slice(0, maxUriLength);
}
