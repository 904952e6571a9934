import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { problem } from "../normalise/node.js";
import type { ApiModel, Operation, Parameter } from "./model.js";

/**
 * Removes what a TRACE request must not have: credentials, cookies and a body. The answer repeats the request, so it
 * would show them. A client certificate stays, because it is no part of the request.
 *
 * @see RFC 9110 section 9.3.8: "A client MUST NOT generate fields in a TRACE request containing sensitive data", "A client
 *   MUST NOT send content in a TRACE request"
 */
export function asTraceOperation(
  operation: Operation,
  schemes: ApiModel["securitySchemes"],
  problems: Diagnostic[],
): Operation {
  const { key, place, parameters, security } = operation;
  const isCertificate = (name: string): boolean => schemes[name]?.type === "mutualTLS";
  const sent = security.filter((requirement) => Object.keys(requirement).every(isCertificate));
  const { body, ...rest } = operation;
  const kept = parameters.filter((parameter) => !isSensitive(parameter));
  const removed = [
    ...(sent.length < security.length ? ["its credentials"] : []),
    ...parameters.filter(isSensitive).map(({ name }) => `the parameter ${JSON.stringify(name)}`),
    ...(body === undefined ? [] : ["its body"]),
  ];
  if (removed.length === 0) return operation;
  const message = `${key} is sent without ${listed(removed)}, because the answer to TRACE repeats the request (RFC 9110 section 9.3.8).`;
  problems.push(problem("warning", "trace-stripped", place, message));
  return { ...rest, parameters: kept, security: sent };
}

function listed(words: readonly string[]): string {
  const last = words.at(-1)!;
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function isSensitive({ in: location, name }: Parameter): boolean {
  if (location === "cookie") return true;
  return location === "header" && /^(cookie|(proxy-)?authorization)$/i.test(name);
}
