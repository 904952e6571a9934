import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { InputRequired } from "../types/call-context.js";
import { capabilitiesFor, lackingCapabilities, type ClientSide } from "./client-capabilities.js";
import { ClientCapabilityError } from "./client-capability-error.js";
import { paramsOf } from "./input-required.js";
import type { OpenQuestion } from "./replay-run.js";

/**
 * The requests of a result that asks for input, without those that the client does not take.
 *
 * @throws ClientCapabilityError when it takes none of them
 * @see MCP 2026-07-28, Multi Round-Trip Requests, Server Requirements
 */
export function takenRequests(
  { inputRequests = {} }: InputRequired,
  client: ClientSide,
): ReadonlyMap<string, OpenQuestion> {
  const taken = new Map<string, OpenQuestion>();
  let lacking: ClientCapabilities | undefined;
  for (const [key, request] of Object.entries(inputRequests)) {
    const params = paramsOf(request);
    const missing = lackingCapabilities(capabilitiesFor(request.method, params), client);
    if (missing) lacking = { ...lacking, ...missing };
    else taken.set(key, { method: request.method, params });
  }
  if (lacking && taken.size === 0) throw new ClientCapabilityError(lacking);
  return taken;
}
