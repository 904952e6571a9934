import type { ClientCapabilities, ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import {
  capabilitiesFor,
  lackingCapabilities,
  type ClientSide,
} from "../../protocol/questions/capabilities.js";
import { ClientCapabilityError, errorForClient } from "./errors.js";
import { paramsOf } from "./input-required.js";
import type { OpenQuestion, OpenQuestions } from "./rounds-model.js";
import type { InputRequired } from "../types/call-context.js";

/** @throws ClientCapabilityError if the client does not support the question */
export function checkAccepted(method: ClientMethod, params: JsonObject, client: ClientSide): void {
  const lacking = lackingCapabilities(capabilitiesFor(method, params), client);
  if (lacking) throw new ClientCapabilityError(lacking);
}

/**
 * Checks the capabilities that a tool requires of its client.
 *
 * @throws ProtocolError -32021 since 2026-07-28, else ClientCapabilityError
 */
export function checkRequired(requires: ClientCapabilities, client: ClientSide): void {
  const lacking = lackingCapabilities(requires, client);
  if (lacking) throw errorForClient(new ClientCapabilityError(lacking), client.protocolVersion);
}

/**
 * Returns the requests of a result that asks for input, without those that the client does not support.
 *
 * @throws ClientCapabilityError if the client supports none of them
 * @see MCP 2026-07-28, Multi Round-Trip Requests, Server Requirements
 */
export function acceptedRequests(
  { inputRequests = {} }: InputRequired,
  client: ClientSide,
): OpenQuestions {
  const accepted = new Map<string, OpenQuestion>();
  const lacking: Record<string, object> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    const params = paramsOf(request);
    const missing = lackingCapabilities(capabilitiesFor(request.method, params), client);
    if (!missing) accepted.set(key, { method: request.method, params });
    // Two questions may lack parts of one capability: `elicitation.form` and `elicitation.url`.
    for (const [name, parts] of Object.entries(missing ?? {}) as [string, object][]) {
      lacking[name] = { ...lacking[name], ...parts };
    }
  }
  if (accepted.size === 0 && Object.keys(lacking).length > 0) {
    throw new ClientCapabilityError(lacking);
  }
  return accepted;
}
