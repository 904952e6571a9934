/** Where the values of a user go, known before anything is sent. */
import type { Api, OAuthScheme, SecurityScheme } from "../../contract/api.js";
import { variablesOfScheme } from "../../contract/credential-methods.js";
import { variable, type Environment } from "../../contract/environment.js";
import type { Server } from "../../contract/operation.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { ToolError } from "../../protocol/tool-error.js";
import { resolveServerUrl } from "../request/servers.js";

/** A value of the user, and where it goes. */
export interface Destination {
  /** The environment variable that holds the value, or what it is: `access tokens of auth`. */
  readonly name: string;
  /** Origins such as `https://api.example`. Empty: the value is not sent, or its server has no URL yet. */
  readonly origins: readonly string[];
  /** Whether there is a value. */
  readonly isSet: boolean;
}

export interface DestinationSettings {
  readonly env: Environment;
  /** Replaces the URL of every server. */
  readonly baseUrl?: string | undefined;
  /** Headers of callers that are forwarded to the API. */
  readonly forwardHeaders?: readonly string[] | undefined;
}

/** Returns where each value that a user may set goes. */
export function destinationsOf(api: Api, settings: DestinationSettings): readonly Destination[] {
  const { env, baseUrl, forwardHeaders = [] } = settings;
  const all = serversOf(api);
  const isSet = (name: string): boolean => variable(env, name) !== undefined;
  const isReplaced = baseUrl !== undefined || isSet(api.baseUrlEnv);
  const found: Destination[] = [
    {
      name: api.baseUrlEnv,
      origins: isSet(api.baseUrlEnv) ? originsOf(api, all, settings) : [],
      isSet: isSet(api.baseUrlEnv),
    },
  ];
  for (const name of new Set(all.flatMap(variablesOfServer))) {
    const holders = all.filter((server) => variablesOfServer(server).includes(name));
    const origins = isReplaced ? [] : originsOf(api, holders, settings);
    found.push({ name, origins, isSet: isSet(name) });
  }
  for (const [name, scheme] of Object.entries(api.securitySchemes ?? {})) {
    found.push(...schemeDestinations(api, name, scheme, settings));
  }
  for (const name of forwardHeaders) {
    const origins = originsOf(api, all, settings);
    found.push({ name: `the header ${name} of callers`, origins, isSet: true });
  }
  return found;
}

/** Writes where a value goes: `PETSTORE_KEY → https://petstore.example`. */
export function destinationLine({ name, origins }: Pick<Destination, "name" | "origins">): string {
  return escapeHidden(`${name} → ${origins.length === 0 ? "not sent" : origins.join(", ")}`);
}

/** Names the tokens that an authorization server grants for a scheme. */
export function accessTokensOf(scheme: string): string {
  return `access tokens of ${scheme}`;
}

/** Returns the origins of the servers to which the credentials of a scheme are sent, sorted. */
export function originsOfScheme(
  api: Api,
  scheme: string,
  settings: DestinationSettings,
): readonly string[] {
  return originsOf(api, serversOf(api, scheme), settings);
}

/** Returns the server of most operations and those of operations with their own. */
function serversOf(api: Api, scheme?: string): readonly (Server | undefined)[] {
  const others = (api.otherServers ?? []).filter(
    ({ schemes }) => scheme === undefined || schemes.includes(scheme),
  );
  return [api.servers[0], ...others];
}

function variablesOfServer(server: Server | undefined): readonly string[] {
  return Object.values(server?.variables ?? {}).map(({ env }) => env);
}

function originsOf(
  api: Api,
  servers: readonly (Server | undefined)[],
  { env, baseUrl }: DestinationSettings,
): readonly string[] {
  const origins = servers.flatMap((server) => {
    const request = server === undefined ? {} : { servers: [server] };
    return orNothing(() => resolveServerUrl(api, request, baseUrl, env).origin);
  });
  return [...new Set(origins)].sort();
}

function schemeDestinations(
  api: Api,
  name: string,
  scheme: SecurityScheme,
  settings: DestinationSettings,
): readonly Destination[] {
  const ofApi = originsOfScheme(api, name, settings);
  const toIssuer = scheme.type === "oauth2" ? issuerVariables(scheme) : [];
  const staysHere = scheme.type === "mutualTLS" ? [scheme.passphraseEnv, scheme.caEnv] : [];
  const issuer = scheme.type === "oauth2" ? issuerOrigins(api, scheme, settings) : [];
  const variables = variablesOfScheme(scheme).map((each) => ({
    name: each.name,
    origins: toIssuer.includes(each.name) ? issuer : staysHere.includes(each.name) ? [] : ofApi,
    isSet: variable(settings.env, each.name) !== undefined,
  }));
  if (scheme.type !== "oauth2") return variables;
  const isSet = variables.some((each) => each.isSet && toIssuer.includes(each.name));
  return [...variables, { name: accessTokensOf(name), origins: ofApi, isSet }];
}

/** The variables whose values go to the authorization server. */
function issuerVariables(scheme: OAuthScheme): readonly (string | undefined)[] {
  const { clientIdEnv, clientSecretEnv, refreshTokenEnv, usernameEnv, passwordEnv } = scheme;
  const { resourceEnv } = scheme;
  return [clientIdEnv, clientSecretEnv, refreshTokenEnv, usernameEnv, passwordEnv, resourceEnv];
}

/** An issuer's metadata may name a token endpoint elsewhere: `OAuthEndpoints` tells of it before it sends anything. */
function issuerOrigins(
  api: Api,
  { flows, metadataUrl }: OAuthScheme,
  { env, baseUrl }: DestinationSettings,
): readonly string[] {
  const { clientCredentials, password, authorizationCode, refreshUrl } = flows ?? {};
  const urls = [
    clientCredentials?.tokenUrl,
    password?.tokenUrl,
    authorizationCode?.tokenUrl,
    authorizationCode?.authorizationUrl,
    refreshUrl,
    flows === undefined ? metadataUrl : undefined,
  ];
  const origins = urls.flatMap((url) =>
    url === undefined
      ? []
      : orNothing(() => {
          const base = URL.canParse(url) ? undefined : resolveServerUrl(api, {}, baseUrl, env);
          return new URL(url, base).origin;
        }),
  );
  return [...new Set(origins)].sort();
}

/** A URL that can't be resolved gets nothing: calls that need it fail. */
function orNothing(find: () => string): readonly string[] {
  try {
    return [find()];
  } catch (error) {
    if (error instanceof ToolError || error instanceof TypeError) return [];
    throw error;
  }
}
