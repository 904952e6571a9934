import type { JsonObject } from "../../protocol/json.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { cachedVerifier } from "./cached-verifier.js";
import { claimRules, type ClaimOptions } from "./claim-rules.js";
import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

/** How tokens are checked that are JWTs. */
export interface JwtVerifierOptions extends ClaimOptions, TokenCacheOptions {
  /** Exact `iss` of every token. */
  readonly issuer: string;
  /** URL of the issuer's keys; default: the one in its metadata. */
  readonly jwksUri?: string;
  /** The issuer's keys, if they never change. */
  readonly jwks?: { readonly keys: readonly JsonObject[] };
  /** Accepted signature algorithms; default: all asymmetric ones. `HS256` and the like need `jwks`. */
  readonly algorithms?: readonly string[];
  /** Allows keys from a URL without TLS, in a trusted network. */
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
 * Creates a verifier of access tokens that are signed JWTs.
 *
 * @throws TypeError or RangeError when the options are wrong
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
    // The key that verifies an HMAC can also make one, so it must not be a published key.
    const shared = /^HS(256|384|512)$/.test(name) && jwks !== undefined;
    if (!asymmetric.includes(name) && !shared) {
      throw new TypeError(
        `Unsupported signature algorithm: ${name} (HS256 and the like need \`jwks\`)`,
      );
    }
  }
  return [...algorithms];
}
