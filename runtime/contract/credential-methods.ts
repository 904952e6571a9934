/** Methods to satisfy a security scheme, with the environment variables that they need. */
import type { Api, SecurityScheme } from "./api.js";
import { variable, type Environment } from "./environment.js";

export type SupportedScheme = Exclude<SecurityScheme, { readonly type: "unsupported" }>;

/** `given`: the variables hold the credential itself. The other methods obtain an access token. */
export type CredentialMethodKind =
  "given" | "refreshToken" | "login" | "password" | "clientCredentials";

export interface CredentialMethod {
  readonly kind: CredentialMethodKind;
  /** Names of the variables that must be set. */
  readonly needs: readonly string[];
}

/** A variable as users see it in help and documentation. */
export interface SchemeVariable {
  readonly name: string;
  /** What the variable holds, without the scheme's name: `access token`. */
  readonly meaning: string;
  /** Most users need it, so client configurations show how to set it. */
  readonly usual: boolean;
}

/** Returns the methods to satisfy a scheme, preferred first. */
export function credentialMethodsOf(scheme: SupportedScheme): readonly CredentialMethod[] {
  switch (scheme.type) {
    case "basic":
      return [{ kind: "given", needs: [scheme.usernameEnv, scheme.passwordEnv] }];
    case "mutualTLS":
      return [{ kind: "given", needs: [scheme.certEnv, scheme.keyEnv] }];
    case "oauth2": {
      const { flows, env, clientIdEnv, clientSecretEnv, usernameEnv, passwordEnv } = scheme;
      const methods: CredentialMethod[] = [{ kind: "given", needs: [env] }];
      methods.push({ kind: "refreshToken", needs: [scheme.refreshTokenEnv, clientIdEnv] });
      if (!flows || flows.authorizationCode) methods.push({ kind: "login", needs: [clientIdEnv] });
      if (usernameEnv !== undefined && passwordEnv !== undefined) {
        methods.push({ kind: "password", needs: [usernameEnv, passwordEnv] });
      }
      if (!flows || flows.clientCredentials) {
        methods.push({ kind: "clientCredentials", needs: [clientIdEnv, clientSecretEnv] });
      }
      return methods;
    }
    default:
      return [{ kind: "given", needs: [scheme.env] }];
  }
}

/**
 * Returns where a request carries a scheme's credential, such as `header authorization`: each location holds one.
 * Undefined for a client certificate, which belongs to the connection.
 */
export function locationOfScheme(scheme: SupportedScheme): string | undefined {
  if (scheme.type === "mutualTLS") return undefined;
  if (scheme.type !== "apiKey") return "header authorization";
  const { in: location, name } = scheme;
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

/** Whether the API has a scheme with a login. */
export function hasLogin({ securitySchemes = {} }: Api): boolean {
  return Object.values(securitySchemes).some(
    (scheme) =>
      scheme.type !== "unsupported" &&
      credentialMethodsOf(scheme).some(({ kind }) => kind === "login"),
  );
}

/** Returns the variables of a method that are not set. */
export function missingVariables(
  scheme: SupportedScheme,
  method: CredentialMethod,
  env: Environment,
): readonly string[] {
  return method.needs.filter((name) => !isSet(scheme, name, env));
}

/** Whether a variable is set. A password may be empty, for APIs that take a key as the user name. */
function isSet(scheme: SupportedScheme, name: string, env: Environment): boolean {
  const mayBeEmpty = "passwordEnv" in scheme && name === scheme.passwordEnv;
  return mayBeEmpty ? env[name] !== undefined : variable(env, name) !== undefined;
}

/** Returns the variables of a scheme in the order for users to read. */
export function variablesOfScheme(scheme: SecurityScheme): readonly SchemeVariable[] {
  switch (scheme.type) {
    case "apiKey": {
      const meaning = `API key, sent as the ${scheme.in} ${scheme.name}`;
      return [{ name: scheme.env, meaning, usual: true }];
    }
    case "basic":
      return [
        { name: scheme.usernameEnv, meaning: "user name", usual: true },
        { name: scheme.passwordEnv, meaning: "password", usual: true },
      ];
    case "bearer":
      return [{ name: scheme.env, meaning: "access token", usual: true }];
    case "http":
      return [
        {
          name: scheme.env,
          meaning: `what follows ${scheme.scheme} in Authorization`,
          usual: true,
        },
      ];
    case "mutualTLS":
      return [
        { name: scheme.certEnv, meaning: "file with the client certificate (PEM)", usual: true },
        { name: scheme.keyEnv, meaning: "file with its key (PEM)", usual: true },
        {
          name: scheme.passphraseEnv,
          meaning: "the key's passphrase, if it has one",
          usual: false,
        },
        {
          name: scheme.caEnv,
          meaning: "file with authorities to trust instead of the platform's (PEM)",
          usual: false,
        },
      ];
    case "oauth2":
      return oauthVariables(scheme);
    case "unsupported":
      return [];
  }
}

function oauthVariables(
  scheme: SecurityScheme & { readonly type: "oauth2" },
): readonly SchemeVariable[] {
  const { flows, usernameEnv, passwordEnv } = scheme;
  const usual = flows?.clientCredentials
    ? [scheme.clientIdEnv, scheme.clientSecretEnv]
    : flows?.password
      ? [usernameEnv, passwordEnv]
      : [scheme.clientIdEnv];
  const known: [name: string | undefined, meaning: string][] = [
    [scheme.env, "access token; when set, nothing below is used"],
    [scheme.clientIdEnv, "client id"],
    [scheme.clientSecretEnv, "client secret, if the client has one"],
    [usernameEnv, "user name"],
    [passwordEnv, "password"],
    [scheme.refreshTokenEnv, "refresh token"],
    [scheme.resourceEnv, "resource indicator of tokens, or none; default: the base URL"],
  ];
  return known.flatMap(([name, meaning]) =>
    name === undefined ? [] : [{ name, meaning, usual: usual.includes(name) }],
  );
}
