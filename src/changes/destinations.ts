/** Where the requests and credentials of a server go, as the lock keeps it. */
import type { Api, SecurityScheme } from "../../runtime/contract/api.js";
import type { Server } from "../../runtime/contract/operation.js";
import { defined } from "../../runtime/protocol/defined.js";

const uses = [
  /** All requests, except those of operations with servers of their own. */
  "server",
  /** A server that the document names and nothing uses. */
  "alternative",
  /** Requests of operations with servers of their own; `credential` is sent there, too. */
  "operations",
  /** An OAuth endpoint that gets the secret of `credential`. */
  "token",
  "authorization",
  "refresh",
  "metadata",
  /** How `credential` is sent: `header:X-Key`. */
  "credential",
] as const;

export type DestinationUse = (typeof uses)[number];

export interface Destination {
  readonly use: DestinationUse;
  /** A URL with the default values of its variables, and without what may be secret: user name, password and query. */
  readonly to: string;
  /** The environment variable that holds what is sent. */
  readonly credential?: string;
}

/** Returns where requests and credentials of an API go, each once and in an order that does not depend on the document's. */
export function destinationsOf({
  servers,
  otherServers = [],
  securitySchemes = {},
}: Pick<Api, "servers" | "otherServers" | "securitySchemes">): readonly Destination[] {
  const [called, ...alternatives] = servers;
  const found: Destination[] = [
    ...(called ? [{ use: "server", to: addressOf(called) } as const] : []),
    ...alternatives.map((server) => ({ use: "alternative", to: addressOf(server) }) as const),
    ...otherServers.flatMap(({ schemes, ...server }): readonly Destination[] => {
      const base = { use: "operations", to: addressOf(server) } as const;
      return [
        base,
        ...schemes.flatMap((name) => {
          const credential = credentialOf(securitySchemes[name]);
          return credential === undefined ? [] : [{ ...base, credential }];
        }),
      ];
    }),
    ...Object.values(securitySchemes).flatMap(destinationsOfScheme),
  ];
  const byText = new Map(found.map((destination) => [formatDestination(destination), destination]));
  return [...byText.keys()].sort().map((text) => byText.get(text)!);
}

/** Formats a destination as one line, which Git merges and no formatter breaks. */
export function formatDestination({ use, to, credential }: Destination): string {
  return [use, to, credential].filter((part) => part !== undefined).join(" ");
}

/** Parses an untrusted text; undefined if it is not the text of a destination. */
export function parseDestination(text: string): Destination | undefined {
  const [word, to, credential] = text.split(" ");
  const use = uses.find((one) => one === word);
  return use === undefined || to === undefined ? undefined : defined({ use, to, credential });
}

function destinationsOfScheme(scheme: SecurityScheme): readonly Destination[] {
  const credential = credentialOf(scheme);
  if (credential === undefined) return [];
  const sent: Destination = { use: "credential", to: withoutSecrets(sentAs(scheme)), credential };
  if (scheme.type !== "oauth2") return [sent];
  const { clientCredentials, password, authorizationCode, refreshUrl } = scheme.flows ?? {};
  const urls: readonly (readonly [DestinationUse, string | undefined])[] = [
    ["token", clientCredentials?.tokenUrl],
    ["token", password?.tokenUrl],
    ["token", authorizationCode?.tokenUrl],
    ["authorization", authorizationCode?.authorizationUrl],
    ["refresh", refreshUrl],
    ["metadata", scheme.metadataUrl],
  ];
  return [
    sent,
    ...urls.flatMap(([use, url]): readonly Destination[] =>
      url === undefined
        ? []
        : [{ use, to: withoutSecrets(url), credential: scheme.clientSecretEnv }],
    ),
  ];
}

function sentAs(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `${scheme.in}:${scheme.name}`;
    case "http":
      return `http:${scheme.scheme}`;
    default:
      return scheme.type;
  }
}

function credentialOf(scheme: SecurityScheme | undefined): string | undefined {
  switch (scheme?.type) {
    case "basic":
      return scheme.passwordEnv;
    case "mutualTLS":
      return scheme.keyEnv;
    case "apiKey":
    case "bearer":
    case "http":
    case "oauth2":
      return scheme.env;
    default:
      return undefined;
  }
}

/** Returns the address of a server as a lock has it. */
export function addressOf({ url, variables = {} }: Server): string {
  const filled = url.replace(/\{([^{}]+)\}/g, (written, name: string) => {
    return Object.hasOwn(variables, name) ? (variables[name]?.default ?? written) : written;
  });
  // The empty URL is the root of where the document is.
  return withoutSecrets(filled) || "/";
}

function withoutSecrets(url: string): string {
  return url
    .replace(/[?#].*$/s, "")
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, "$1//")
    .replace(/\s/g, encodeURIComponent);
}
