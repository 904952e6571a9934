import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { child, isObjectNode, kindOf, own, problem, type JsonObject } from "../normalise/node.js";
import { isHttpReference } from "./http-reference.js";
import type { OAuthFlows } from "./model.js";

/** The supported flows, each with the URLs it needs. */
const flowUrls = {
  clientCredentials: ["tokenUrl"],
  password: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
} as const;

/**
 * Reads the flows of an OAuth 2 scheme. A flow with an unusable URL is left out with a warning. The scheme stays, since
 * the user can supply a token. For the same reason the implicit flow, which needs a browser each time, is left out
 * silently.
 *
 * @param scheme the scheme's name, for messages
 * @see OpenAPI 3.2 OAuth Flows Object
 */
export function readOAuthFlows(
  scheme: string,
  node: Node<JsonObject>,
  diagnostics: Diagnostic[],
): OAuthFlows {
  const flows = child(node, "flows");
  if (!flows || !isObjectNode(flows)) return {};
  const read: Record<string, unknown> = {};
  for (const [name, needed] of Object.entries(flowUrls)) {
    const flow = child(flows, name);
    if (!flow || !isObjectNode(flow)) continue;
    const wrong = needed.find((url) => !isHttpReference(own(flow.value, url)));
    if (wrong !== undefined) {
      const found = kindOf(own(flow.value, wrong));
      const message = `The flow ${name} of the security scheme "${scheme}" needs "${wrong}" to be an http or https URL, not ${found}; it is left out.`;
      diagnostics.push(problem("warning", "invalid-object", node, message));
      continue;
    }
    read[name] = Object.fromEntries(needed.map((url) => [url, own(flow.value, url)]));
    const refreshUrl = own(flow.value, "refreshUrl");
    if (isHttpReference(refreshUrl)) read["refreshUrl"] ??= refreshUrl;
  }
  return read;
}
