import type { JWTVerifyGetKey } from "jose";
import { isObject, member, type JsonObject } from "../protocol/json.js";
import { cachedVerifier, type TokenCacheOptions } from "./cached-verifier.js";
import { remoteKeys } from "./remote-keys.js";
import { secureUrl } from "../protocol/secure-url.js";
import { callerFromClaims, claimRules, type ClaimOptions } from "./token-claims.js";
import { InvalidToken, VerifierUnavailable, type TokenVerifier } from "./token-verifier.js";

export interface JwtVerifierOptions extends ClaimOptions, TokenCacheOptions {
  /** `iss` of every token, to the letter. */
  readonly issuer: string;
  /** Where the issuer's keys are; default: where its metadata says. */
  readonly jwksUri?: string;
  /** The issuer's keys themselves, for those that never change. */
  readonly jwks?: { readonly keys: readonly JsonObject[] };
  /** Signatures that are taken; default: every one made with a private key. `HS256` and the like only with `jwks`. */
  readonly algorithms?: readonly string[];
  /** True: keys may come without TLS, over a network that is trusted. */
  readonly allowHttp?: boolean;
}

const asymmetric = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];
/** The types of access tokens; what has none is judged by its claims. Keys of one server sign other things too. */
const accessTokenType = /^(?:application\/)?(?:at\+jwt|jwt)$/i;
/** A token that names no key is tried with so many. */
const maxKeysTried = 8;

/**
 * Checks access tokens that are signed JWTs.
 *
 * @throws TypeError when the options are wrong
 * @see RFC 9068 section 4, RFC 8725
 */
export function jwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { issuer, jwks, allowHttp = false } = options;
  secureUrl(issuer, "issuer", allowHttp);
  if (options.jwksUri !== undefined) secureUrl(options.jwksUri, "jwksUri", allowHttp);
  const algorithms = checkedAlgorithms(options);
  const rules = claimRules(options, issuer, true);
  const keys = jwks ? localKeys(jwks) : remoteKeys({ issuer, jwksUri: options.jwksUri, allowHttp });

  return cachedVerifier(async (token, resource) => {
    // All that needs no key comes first: a token that can't be good is no reason to ask anybody for keys.
    const [header, payload, signature, ...rest] = token.split(".");
    if (!header || !payload || !signature || rest.length > 0) throw malformedToken();
    const protectedHeader = jsonPart(header);
    const alg = member(protectedHeader, "alg");
    const typ = member(protectedHeader, "typ");
    if (typeof alg !== "string" || !algorithms.includes(alg)) {
      throw new InvalidToken("The access token is not signed in a way that is taken here.");
    }
    if (typ !== undefined && !(typeof typ === "string" && accessTokenType.test(typ))) {
      throw new InvalidToken("This is no access token.");
    }
    callerFromClaims(jsonPart(payload), rules, resource);
    const signed = await signedBytes(token, keys, algorithms);
    return callerFromClaims(jsonText(signed), rules, resource);
  }, options);
}

function checkedAlgorithms({ algorithms = asymmetric, jwks }: JwtVerifierOptions): string[] {
  for (const name of algorithms) {
    // Whoever knows a key for checking such a signature can make one: it must not be published.
    const shared = /^HS(256|384|512)$/.test(name) && jwks !== undefined;
    if (!asymmetric.includes(name) && !shared) {
      throw new TypeError(`The signature algorithm ${name} can't be allowed here.`);
    }
  }
  return [...algorithms];
}

function localKeys(jwks: { readonly keys: readonly JsonObject[] }): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    keys ??= import("jose").then(({ createLocalJWKSet }) =>
      createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) as { kty: string }[] }),
    );
    return (await keys)(header, token);
  };
}

async function signedBytes(
  token: string,
  keys: JWTVerifyGetKey,
  algorithms: string[],
): Promise<Uint8Array> {
  const { compactVerify, errors } = await import("jose");
  try {
    return (await compactVerify(token, keys as Parameters<typeof compactVerify>[1], { algorithms }))
      .payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      let tried = 0;
      for await (const key of error) {
        if (++tried > maxKeysTried) break;
        const checked = await compactVerify(token, key, { algorithms }).catch(() => undefined);
        if (checked) return checked.payload;
      }
      throw badSignature();
    }
    if (error instanceof VerifierUnavailable) throw error;
    if (error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout) {
      throw new VerifierUnavailable("The issuer's keys are no key set.");
    }
    if (error instanceof errors.JOSEError) throw badSignature();
    throw error;
  }
}

function jsonPart(part: string): JsonObject {
  return jsonText(Buffer.from(part, "base64url"));
}

function jsonText(bytes: Uint8Array): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch {
    // It is none.
  }
  throw malformedToken();
}

function malformedToken(): InvalidToken {
  return new InvalidToken("The access token is malformed.");
}

function badSignature(): InvalidToken {
  return new InvalidToken("The signature of the access token is wrong.");
}
