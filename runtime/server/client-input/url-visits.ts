/** Errors that ask for visits, which only 2025-11-25 has. */
import type { ElicitParams } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { ProtocolError } from "../../protocol/protocol-error.js";
import type { InputRequest, InputRequired } from "../types/call-context.js";
import { errorForClient } from "./errors.js";
import { inputRequired } from "./input-required.js";
import type { ReplayRequester } from "./replay-requester.js";
import { endWithQuestions } from "./replay-rounds.js";
import type { ClientInputOutcome, ReplayedCall } from "./rounds-model.js";

/**
 * Ends a call whose handler threw an error -32042.
 *
 * @throws the error as the client may see it if it can't be asked for the visits
 */
export function endWithVisits(
  call: ReplayedCall,
  requester: ReplayRequester,
  error: ProtocolError,
): ClientInputOutcome {
  const { params, protocolVersion } = call.request;
  const visits = visitsOf(error, member(params, "inputResponses"));
  if (!visits) throw error;
  try {
    return endWithQuestions(call, requester, visits);
  } catch (reason) {
    throw errorForClient(reason, protocolVersion);
  }
}

/**
 * Converts an error -32042 to the result that replaces it since 2026-07-28: the client asks its user to visit the pages, and
 * calls again.
 *
 * @param responses the answers that the call carries
 * @returns undefined if the error names no page, or if the user has declined to visit one
 * @see MCP 2025-11-25, Elicitation, URL Mode With Elicitation Required Error; MCP 2026-07-28, Multi Round-Trip Requests
 */
export function visitsOf({ data }: ProtocolError, responses: unknown): InputRequired | undefined {
  const elicitations = isObject(data) ? data["elicitations"] : undefined;
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined;
  const inputRequests: Record<string, InputRequest> = {};
  for (const [index, each] of elicitations.entries()) {
    const { url, message, elicitationId } = (isObject(each) ? each : {}) as JsonObject;
    const key = typeof elicitationId === "string" ? elicitationId : `visit-${index + 1}`;
    const answer = isObject(responses) ? member(responses, key) : undefined;
    if (isObject(answer) && answer["action"] !== "accept") return undefined;
    const params = { mode: "url", url, message } as ElicitParams;
    inputRequests[key] = { method: "elicitation/create", params };
  }
  try {
    return inputRequired({ inputRequests });
  } catch {
    return undefined;
  }
}
