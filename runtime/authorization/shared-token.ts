import type { Authorizer } from "./authorizer.js";
import { oauthResource } from "./resource/oauth-resource.js";
import { staticVerifier } from "./verifiers/static-verifier.js";

/**
 * Serves whoever has one token, which its operator made. The token has no scopes of its own: who has it may use all that
 * the server offers, as a client on stdio may.
 *
 * @see RFC 6750
 */
export function sharedToken(token: string): Authorizer {
  const caller = { subject: "token", scopes: [], claims: {} };
  const resource = oauthResource({
    // Clients get the token by other means, so no metadata names this URL.
    resource: "http://localhost/mcp",
    allowHttp: true,
    authorizationServers: [],
    verify: staticVerifier(new Map([[token, caller]])),
  });
  return {
    metadataPaths: [],
    metadata: () => undefined,
    authenticate: (request) => resource.authenticate(request),
    allows: () => true,
    insufficientScope: (known, required) => resource.insufficientScope(known, required),
  };
}
