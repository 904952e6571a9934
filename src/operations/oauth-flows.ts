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
 * silently. A refresh URL at a foreign host is left out with a warning: a
 * document could send the refresh tokens of another issuer to itself.
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
    if (!isHttpReference(refreshUrl)) continue;
    if (isForeign(refreshUrl, own(flow.value, "tokenUrl"))) {
      const message = `The flow ${name} of the security scheme "${scheme}" renews tokens at another host than the one that grants them. The refresh token and the client's secret are not sent there; tokens are renewed at the token URL.`;
      const hint = "If both hosts are right, set the refresh URL to the token URL in an overlay.";
      diagnostics.push(
        problem("warning", "refresh-url-foreign", child(flow, "refreshUrl") ?? flow, message, hint),
      );
    } else read["refreshUrl"] ??= refreshUrl;
  }
  return read;
}

/** Whether a refresh URL surely has another origin than the token URL. The runtime checks relative ones, whose base it knows. */
function isForeign(refreshUrl: string, tokenUrl: unknown): boolean {
  const unknown = "https://base.invalid";
  const [renews, grants] = [refreshUrl, String(tokenUrl)].map(
    (url) => new URL(url, unknown).origin,
  );
  return renews !== grants && renews !== unknown && grants !== unknown;
}
