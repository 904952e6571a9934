import type { Api, SecurityScheme } from "../../runtime/contract/api.js";
import { apiVariables } from "../emit/api-variables.js";

/**
 * Returns the variables without which no call can be made: of the base URL, and of the credential if there is only one
 * way to authenticate. Where the document has a choice of schemes, none is required by itself.
 */
export function requiredVariables(api: Api): ReadonlySet<string> {
  const ofUrl = apiVariables(api).filter(({ of, usual }) => of !== "scheme" && usual);
  return new Set([...ofUrl.map(({ name }) => name), ...credentialVariables(api)]);
}

function credentialVariables({ securitySchemes = {}, security = [] }: Api): readonly string[] {
  const [only, ...others] = Object.entries(securitySchemes);
  if (!only || others.length > 0) return [];
  const [name, scheme] = only;
  const isAlwaysAsked = security.length > 0 && security.every((each) => Object.hasOwn(each, name));
  return isAlwaysAsked ? neededBy(scheme) : [];
}

function neededBy(scheme: SecurityScheme): readonly string[] {
  switch (scheme.type) {
    case "apiKey":
    case "bearer":
    case "http":
      return [scheme.env];
    case "basic":
      // The password may be empty.
      return [scheme.usernameEnv];
    case "mutualTLS":
      return [scheme.certEnv, scheme.keyEnv];
    // A token can be had in several ways.
    case "oauth2":
    case "unsupported":
      return [];
  }
}
