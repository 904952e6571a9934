import type { JsonObject } from "../../protocol/json.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { cachedVerifier } from "./cached-verifier.js";
import { claimRules, type ClaimOptions } from "./claim-rules.js";
import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

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

/**
 * Checks access tokens that are signed JWTs.
 *
 * @throws TypeError when the options are wrong
 * @see RFC 9068 section 4, RFC 8725
 */
export function jwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { issuer, jwksUri, jwks, allowHttp = false } = options;
  secureUrl(issuer, "issuer", allowHttp);
  if (jwksUri !== undefined) secureUrl(jwksUri, "jwksUri", allowHttp);
  const algorithms = checkedAlgorithms(options);
  const claims = claimRules(options, issuer, true);
  const check = lazyVerifier(async () => {
    const { jwtCheck } = await import("./jwt-check.js");
    return jwtCheck({ issuer, jwksUri, jwks, algorithms, claims, allowHttp });
  });
  return cachedVerifier(check, options);
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
