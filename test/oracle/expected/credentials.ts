/** The credentials that a request must carry, by the security schemes of the document as they are written. */
import { asMapping } from "../raw/nodes.js";
import type { RawDocument, RawOperation } from "../raw/raw-document.js";
import type { RequestParts } from "../request-parts.js";

/** The secrets of a scheme: what its environment variables hold. */
export function secretOf(scheme: string): string {
  return `secret-of-${Buffer.from(scheme).toString("hex")}`;
}

/** A credential as the part of a request: `header x-key: secret`. */
type Credential = string;

/**
 * Returns the credentials of each alternative. Schemes that the document does not define, and client certificates, are
 * left out.
 *
 * @see OpenAPI 3.2 Security Requirement Object
 */
export function requiredCredentials(
  document: RawDocument,
  { security }: RawOperation,
): readonly (readonly Credential[])[] {
  const alternatives = security.map((requirement) => {
    const names = Object.keys(requirement);
    const known = names.filter((name) => document.securitySchemes.has(name));
    return {
      isComplete: known.length === names.length,
      credentials: known.flatMap((name) => credentialOf(document, name)),
    };
  });
  const complete = alternatives.filter(({ isComplete }) => isComplete);
  const usable = (complete.length > 0 ? complete : alternatives).map((each) => each.credentials);
  return usable.length > 0 ? usable : [[]];
}

function credentialOf(document: RawDocument, name: string): readonly Credential[] {
  const scheme = asMapping(document.securitySchemes.get(name)?.value);
  const secret = secretOf(name);
  const http = String(scheme["type"] === "basic" ? "basic" : scheme["scheme"]).toLowerCase();
  switch (scheme["type"]) {
    case "apiKey": {
      const place = String(scheme["in"]);
      const key = String(scheme["name"]);
      return [`${place} ${place === "header" ? key.toLowerCase() : key}: ${secret}`];
    }
    case "basic":
    case "http":
      if (http === "basic") {
        const pair = Buffer.from(`${secret}:${secret}`).toString("base64");
        return [`header authorization: basic ${pair}`];
      }
      return [`header authorization: ${http} ${secret}`];
    case "oauth2":
    case "openIdConnect":
      return [`header authorization: bearer ${secret}`];
    default:
      return [];
  }
}

/** Takes the credentials out of a request. */
export function splitCredentials(parts: RequestParts): {
  readonly credentials: readonly Credential[];
  readonly rest: RequestParts;
} {
  const credentials: Credential[] = [];
  const isSecret = (text: string): boolean =>
    text.includes("secret-of-") || (/^basic /i.test(text) && decoded(text).includes("secret-of-"));
  const headers = Object.entries(parts.headers).filter(([name, value]) => {
    if (!isSecret(value)) return true;
    const written = name === "authorization" ? withLowerScheme(value) : value;
    credentials.push(`header ${name}: ${written}`);
    return false;
  });
  const pairs = (place: string, list: readonly string[]): readonly string[] =>
    list.filter((pair) => {
      if (!isSecret(pair)) return true;
      const at = pair.indexOf("=");
      credentials.push(`${place} ${decodeURIComponent(pair.slice(0, at))}: ${pair.slice(at + 1)}`);
      return false;
    });
  const rest = {
    ...parts,
    headers: Object.fromEntries(headers),
    query: pairs("query", parts.query),
    cookies: pairs("cookie", parts.cookies),
  };
  return { credentials: credentials.sort(), rest };
}

/** @see RFC 9110 section 11.1: the name of an authentication scheme is the same in any case. */
function withLowerScheme(value: string): string {
  return value.replace(/^\S+/, (scheme) => scheme.toLowerCase());
}

function decoded(value: string): string {
  return Buffer.from(value.slice("basic ".length), "base64").toString("utf8");
}

/** Returns the places of the keys that an operation's security may need: `query api_key`. */
export function placesOfKeys(
  document: RawDocument,
  { security }: RawOperation,
): ReadonlySet<string> {
  const names = security.flatMap((requirement) => Object.keys(requirement));
  return new Set(
    names.flatMap((name) => {
      const scheme = asMapping(document.securitySchemes.get(name)?.value);
      const { in: place, name: key, type } = scheme;
      if (type !== "apiKey") return [];
      return [`${String(place)} ${place === "header" ? String(key).toLowerCase() : String(key)}`];
    }),
  );
}
