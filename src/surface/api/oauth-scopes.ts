import type { ApiModel, Operation } from "../../operations/model.js";

/**
 * Returns the OAuth scopes of an operation's first alternative that has any. A caller must have them even if another
 * alternative asks for less, because the server has credentials for the API that the caller has not.
 *
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function oauthScopes(
  { security }: Pick<Operation, "security">,
  schemes: ApiModel["securitySchemes"],
): readonly string[] {
  for (const alternative of security) {
    const scopes = Object.entries(alternative)
      // Since 3.1 the other schemes may have roles, which no token for this server has.
      .filter(([name]) => Object.hasOwn(schemes, name) && isOAuth(schemes[name]?.type))
      .flatMap(([, listed]) => listed)
      .flatMap((scope) => scope.split(/\s+/))
      // It asks the API's own server for a refresh token, and is no permission.
      .filter((scope) => scope !== "" && scope !== "offline_access");
    if (scopes.length > 0) return [...new Set(scopes)];
  }
  return [];
}

function isOAuth(type: string | undefined): boolean {
  return type === "oauth2" || type === "openIdConnect";
}
