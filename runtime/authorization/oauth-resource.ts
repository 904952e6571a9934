import type { Authorizer } from "./authorizer.js";
import type { OAuthResourceOptions } from "./resource-options.js";
import { ResourceServer } from "./resource-server.js";

/**
 * Makes an HTTP server a resource server of OAuth 2.1.
 *
 * @throws TypeError when the options are wrong
 * @see MCP 2026-07-28, Authorization; RFC 9728; RFC 6750
 */
export function oauthResource(options: OAuthResourceOptions): Authorizer {
  const { verify } = options;
  const verifiers = typeof verify === "function" ? [verify] : verify;
  if (verifiers.length === 0) throw new TypeError("Nothing was given that checks tokens.");
  return new ResourceServer(options, verifiers);
}
