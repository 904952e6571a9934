import type { Authorizer } from "../../authorization/authorizer.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Caller } from "../../session/caller.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Result } from "../../session/result.js";
import type { Service } from "../../session/service.js";

/**
 * Wraps a service so that it refuses requests whose scopes the caller's token lacks. For transports without an HTTP
 * status for each request.
 */
export function scopedService(service: Service, authorizer: Authorizer | undefined): Service {
  if (!authorizer) return service;
  return {
    state: service.state,
    log: service.log,
    start: () => service.start(),
    close: () => service.close(),
    has: (method, revision) => service.has(method, revision),
    handle: (request) => handleScoped(service, authorizer, request),
    notified: (method, params, session) => service.notified(method, params, session),
    sessions: service.sessions,
    attach: (session) => service.attach(session),
    scopesFor: (method, params) => service.scopesFor(method, params),
    headerParameters: (method, params) => service.headerParameters(method, params),
  };
}

/** Returns the scopes that a request needs if the caller lacks any of them; else undefined. */
export function missingScopes(
  service: Service,
  authorizer: Authorizer | undefined,
  caller: Caller | undefined,
  method: string,
  params: JsonObject,
): readonly string[] | undefined {
  if (!authorizer || !caller) return undefined;
  const required = service.scopesFor(method, params);
  return required.length === 0 || authorizer.allows(caller, required) ? undefined : required;
}

async function handleScoped(
  service: Service,
  authorizer: Authorizer,
  request: IncomingRequest,
): Promise<Result> {
  const { caller, method, params } = request;
  const missing = missingScopes(service, authorizer, caller, method, params);
  if (!missing) return service.handle(request);
  throw new ProtocolError(
    errorCodes.invalidRequest,
    "The access token lacks a scope that this request needs.",
    { error: "insufficient_scope", scope: missing.join(" ") },
  );
}
