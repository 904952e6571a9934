/** Builds the ways to get tokens that need no user. */
import { secureUrl } from "../../protocol/secure-url.js";
import type { ClientAuthorization } from "../client-options.js";
import type {
  ClientCredentialsOptions,
  EnterpriseManagedOptions,
  WorkloadIdentityOptions,
} from "./authorization-options.js";
import { EnterpriseGrant } from "./enterprise-grant.js";
import { OAuthAuthorization } from "./oauth-authorization.js";
import { ClientCredentialsGrant, WorkloadGrant } from "./silent-grants.js";

/** @throws TypeError for an option that can't be used */
export function newClientCredentials(options: ClientCredentialsOptions): ClientAuthorization {
  if (options.clientSecret === undefined && options.privateKey === undefined) {
    throw new TypeError("clientCredentials needs a clientSecret or a privateKey.");
  }
  return new OAuthAuthorization(
    options,
    [],
    ({ dpop }) => new ClientCredentialsGrant(options, dpop),
  );
}

/** @throws TypeError for an option that can't be used */
export function newEnterpriseManaged(options: EnterpriseManagedOptions): ClientAuthorization {
  const { identityProvider, identityAssertion, fetch } = options;
  const { issuer, tokenEndpoint } = identityProvider;
  const place = tokenEndpoint ?? issuer;
  if (place === undefined) {
    throw new TypeError("The option identityProvider needs an issuer or a tokenEndpoint.");
  }
  secureUrl(place, "The URL of the option identityProvider");
  return new OAuthAuthorization(
    options,
    [],
    ({ dpop }) =>
      new EnterpriseGrant({
        client: options,
        identityProvider,
        identityAssertion,
        assertionType: options.assertionType ?? "urn:ietf:params:oauth:token-type:id_token",
        fetch,
        dpop,
      }),
  );
}

/** @throws TypeError for an option that can't be used */
export function newWorkloadIdentity(options: WorkloadIdentityOptions): ClientAuthorization {
  const { assertion, clientId } = options;
  if (typeof assertion !== "function") {
    throw new TypeError("The option assertion must be a function that returns the JWT.");
  }
  return new OAuthAuthorization(
    options,
    [],
    ({ dpop }) => new WorkloadGrant(assertion, clientId, dpop),
  );
}
