import { errorMessage, type RequestId } from "../../protocol/json-rpc.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Caller } from "../../session/caller.js";
import type { Service } from "../../session/service.js";
import type { Stopping } from "../../session/stopping.js";
import type { Authorizer } from "../../authorization/authorizer.js";
import { sendJson } from "./answers.js";
import type { HeaderFields, HttpExchange, Outlet } from "./exchange.js";
import type { LiveSessions } from "./live-sessions.js";
import type { StreamTimers } from "./reply-stream.js";

export const overHttp = { transport: "tcp", protocol: "http" } as const;

/** Shared by all requests of an endpoint. */
export interface EndpointParts {
  readonly service: Service;
  readonly authorizer: Authorizer | undefined;
  /** Absent when sessions are disabled. */
  readonly sessions: LiveSessions | undefined;
  readonly timers: StreamTimers;
  readonly stopping: Stopping;
}

/** An admitted HTTP request, with its caller and the headers that every answer must have. */
export class Incoming {
  readonly endpoint: EndpointParts;
  readonly headers: HttpExchange["headers"];
  readonly outlet: Outlet;
  readonly fields: HeaderFields;
  readonly caller: Caller | undefined;
  readonly peer: string | undefined;
  /** True if it arrived after the endpoint was stopped. */
  readonly late: boolean;

  constructor(
    endpoint: EndpointParts,
    exchange: HttpExchange,
    fields: HeaderFields,
    caller: Caller | undefined,
    late: boolean,
  ) {
    this.endpoint = endpoint;
    this.headers = exchange.headers;
    this.outlet = exchange.outlet;
    this.fields = fields;
    this.caller = caller;
    this.peer = exchange.remoteAddress;
    this.late = late;
  }

  get sessionId(): string | undefined {
    return this.endpoint.sessions && this.headers("mcp-session-id");
  }

  /** Whether it names a session that this process serves. */
  get inKnownSession(): boolean {
    const id = this.sessionId;
    return id !== undefined && this.endpoint.sessions?.serves(id) === true;
  }

  /** Acknowledges a message that has no answer. */
  accept(): void {
    this.outlet.send(202, this.fields);
  }

  refuse(status: number, error: ProtocolError, id?: RequestId): void {
    sendJson(this.outlet, status, this.fields, errorMessage(id, error));
  }

  /** @see MCP 2025-11-25, Transports, Session Management */
  refuseSession(): void {
    const error = "The session does not exist or has ended: begin a new one with `initialize`.";
    this.refuse(404, new ProtocolError(errorCodes.legacySessionNotFound, error));
  }

  /** Refuses what came after the endpoint was stopped. @param id of the request, if it was read */
  refuseLate(id?: RequestId): void {
    const error = "The server is stopping and takes no more requests.";
    this.refuse(503, new ProtocolError(errorCodes.internalError, error), id);
  }

  /** Reports an internal failure, of a store for example. */
  fail(error: unknown): void {
    this.endpoint.service.log.error("A request could not be answered", error);
    const reason = "The server failed to answer.";
    this.refuse(500, new ProtocolError(errorCodes.internalError, reason));
  }

  /** Continues with a request if the caller's token has its scopes; if not, refuses it. */
  ifAllowed(method: string, params: JsonObject, next: () => void): void {
    const { service, authorizer } = this.endpoint;
    const { caller } = this;
    if (!authorizer || !caller) return next();
    service.scopesFor(method, params, caller).then(
      (scopes) => {
        if (scopes.length === 0 || authorizer.allows(caller, scopes)) return next();
        const refusal = authorizer.insufficientScope(caller, scopes);
        this.outlet.send(refusal.status, { ...this.fields, ...refusal.headers }, refusal.body);
      },
      (error: unknown) => this.fail(error),
    );
  }
}
