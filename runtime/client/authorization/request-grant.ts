import { endpointOf } from "../../oauth/metadata/authorization-server.js";
import { authenticationOf, publicClient } from "../../oauth/client-authentication.js";
import type { ClientCredentials } from "../../oauth/client-credentials.js";
import { OAuthError } from "../../oauth/oauth-error.js";
import { requestToken } from "../../oauth/tokens/token-request.js";
import type { ClientDpop } from "./client-dpop.js";
import type { Granted, TokenTarget } from "./grant.js";

export interface GrantRequest {
  readonly target: Pick<TokenTarget, "server" | "guard">;
  /** Undefined: the parameters alone identify the client. */
  readonly client: ClientCredentials | undefined;
  readonly grant: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Names of the parameters that no error may show. */
  readonly secret: readonly string[];
  readonly dpop: ClientDpop | undefined;
  readonly signal: AbortSignal;
}

/**
 * Requests a token of the kind that this client uses.
 *
 * @throws OAuthError when the server grants none
 */
export async function requestGrant(request: GrantRequest): Promise<Granted> {
  const { target, client, grant, parameters, secret, dpop, signal } = request;
  const { server, guard } = target;
  const endpoint = endpointOf(server, "token_endpoint");
  const token = await requestToken({
    server,
    authentication: client ? await authenticationOf(client, server) : publicClient(undefined),
    grant,
    parameters,
    secrets: secret.map((name) => ({ text: parameters[name] ?? "" })),
    fetch: guard.fetch,
    dpop: dpop?.key,
    signal,
  });
  if ((token.type === "dpop") === (dpop !== undefined))
    return { token, clientId: client?.clientId };
  const place = endpoint.origin + endpoint.pathname;
  throw new OAuthError(
    dpop
      ? `${place} granted a token that is not bound to the client's key. Leave out the option dpop if it can't bind tokens`
      : `${place} granted a token that is bound to a key. Set the option dpop`,
  );
}
