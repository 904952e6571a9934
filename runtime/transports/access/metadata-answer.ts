import { resourceMetadataHeaders, type Authorizer } from "../../authorization/authorizer.js";
import type { PlainAnswer } from "./admission.js";
import { safeFields } from "./safe-fields.js";

const allow = "GET, HEAD, OPTIONS";

/**
 * Any page may read the metadata. Clients send MCP headers with the request, so browsers send a preflight request
 * first. No request for the metadata carries a secret.
 */
const preflightAnswer: PlainAnswer = {
  status: 204,
  headers: {
    ...safeFields,
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "*",
    "access-control-max-age": "600",
  },
};

/**
 * Answers a request for the metadata of the protected resource. Must be called before every check, that of the Origin
 * included, because clients without a token learn here where to log in.
 *
 * @param path the request's path, still encoded
 * @returns undefined for any path other than the metadata's
 * @see MCP 2026-07-28, Authorization Server Discovery; RFC 9728 section 3
 */
export function metadataAnswer(
  authorizer: Authorizer | undefined,
  method: string,
  path: string,
): PlainAnswer | undefined {
  const body = authorizer?.metadata(path);
  if (body === undefined) return undefined;
  if (method === "OPTIONS") return preflightAnswer;
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, headers: { ...safeFields, allow } };
  }
  return { status: 200, headers: resourceMetadataHeaders, body };
}
