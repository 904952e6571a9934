import { defined } from "../../../runtime/protocol/defined.js";
import type { SecurityScheme as RuntimeScheme } from "../../../runtime/contract/api.js";
import type { OAuthFlows, Operation, SecurityScheme } from "../../operations/model.js";
import type { EnvNames } from "../names/env-names.js";

export type SchemeFacts = RuntimeScheme;

/** States a security scheme, with the environment variables that hold its credentials. */
export function schemeFacts(key: string, scheme: SecurityScheme, env: EnvNames): SchemeFacts {
  switch (scheme.type) {
    case "apiKey":
      return { type: "apiKey", in: scheme.in, name: scheme.name, env: env.take(key) };
    case "oauth2":
      return oauthFacts(key, scheme.flows, scheme.metadataUrl, env);
    case "openIdConnect":
      return oauthFacts(key, {}, scheme.url, env);
    case "mutualTLS":
      return {
        type: "mutualTLS",
        certEnv: env.take(key, "_CERT_FILE"),
        keyEnv: env.take(key, "_KEY_FILE"),
        passphraseEnv: env.take(key, "_PASSPHRASE"),
        caEnv: env.take(key, "_CA_FILE"),
      };
    case "http":
      return httpFacts(key, scheme.scheme, env);
  }
}

/** Adds the scopes that operations require to an OAuth scheme, whose login requests them. */
export function withScopes(
  key: string,
  scheme: SchemeFacts,
  operations: readonly Operation[],
): SchemeFacts {
  if (scheme.type !== "oauth2") return scheme;
  const scopes = new Set(
    operations
      .flatMap(({ security }) => security)
      .flatMap((requirement) => (Object.hasOwn(requirement, key) ? requirement[key]! : [])),
  );
  return scopes.size === 0 ? scheme : { ...scheme, scopes: [...scopes] };
}

function httpFacts(key: string, scheme: string, env: EnvNames): SchemeFacts {
  switch (scheme) {
    case "bearer":
      return { type: "bearer", env: env.take(key) };
    case "basic":
      return {
        type: "basic",
        usernameEnv: env.take(key, "_USERNAME"),
        passwordEnv: env.take(key, "_PASSWORD"),
      };
    case "digest":
      // No library for RFC 7616 is well maintained, supports its algorithms and has secure nonces.
      return {
        type: "unsupported",
        reason: "HTTP Digest (RFC 7616) needs an answer to a challenge for each request",
      };
    default:
      return { type: "http", scheme, env: env.take(key) };
  }
}

function oauthFacts(
  key: string,
  flows: OAuthFlows,
  metadataUrl: string | undefined,
  env: EnvNames,
): SchemeFacts {
  const token = env.take(key);
  const { clientCredentials, password, authorizationCode } = flows;
  const hasFlows = Boolean(clientCredentials ?? password ?? authorizationCode);
  if (!hasFlows && metadataUrl === undefined) return { type: "bearer", env: token };
  return {
    type: "oauth2",
    env: token,
    clientIdEnv: env.take(key, "_CLIENT_ID"),
    clientSecretEnv: env.take(key, "_CLIENT_SECRET"),
    refreshTokenEnv: env.take(key, "_REFRESH_TOKEN"),
    resourceEnv: env.take(key, "_RESOURCE"),
    ...(password && {
      usernameEnv: env.take(key, "_USERNAME"),
      passwordEnv: env.take(key, "_PASSWORD"),
    }),
    ...defined({ flows: hasFlows ? flows : undefined, metadataUrl }),
  };
}
