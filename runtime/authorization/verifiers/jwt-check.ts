import { nestsTooDeep } from "../../protocol/nesting.js";
import type { JWTVerifyGetKey } from "jose";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { ClaimRules } from "./claim-rules.js";
import { remoteKeys } from "../issuer/remote-keys.js";
import { callerFromClaims } from "./token-claims.js";
import { InvalidToken, VerifierUnavailable, type TokenVerifier } from "../token-verifier.js";

/** The options of `jwtVerifier`, checked. */
export interface JwtRules {
  readonly issuer: string;
  readonly jwksUri: string | undefined;
  readonly jwks: { readonly keys: readonly JsonObject[] } | undefined;
  readonly algorithms: readonly string[];
  readonly claims: ClaimRules;
  readonly allowHttp: boolean;
}

/** Types of access tokens. A server's keys may sign other tokens, too; one without a type is judged by its claims. */
const accessTokenType = /^(?:application\/)?(?:at\+jwt|jwt)$/i;
/** Three parts of base64url without padding (RFC 7515, 2 and 7.1). Readers of base64 take more, so a token had many forms. */
const compactToken = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;
/** Maximum number of keys that are tried for a token that names none. */
const maxKeysTried = 8;

/** Creates the verifier of `jwtVerifier`, without its cache. */
export function jwtCheck(rules: JwtRules): TokenVerifier {
  const { jwks, claims } = rules;
  const algorithms = [...rules.algorithms];
  const keys = jwks ? localKeys(jwks) : remoteKeys(rules);

  return async (token, resource) => {
    // Checks that need no key come first, so that a token that can't be valid causes no request for keys.
    const [, header = "", payload = ""] = compactToken.exec(token) ?? [];
    if (header === "") throw malformedToken();
    const protectedHeader = jsonPart(header);
    const alg = member(protectedHeader, "alg");
    const typ = member(protectedHeader, "typ");
    if (typeof alg !== "string" || !algorithms.includes(alg)) {
      throw new InvalidToken("The access token has an unsupported signing algorithm (`alg`).");
    }
    if (typ !== undefined && !(typeof typ === "string" && accessTokenType.test(typ))) {
      throw new InvalidToken("The token is not an access token (`typ`).");
    }
    callerFromClaims(jsonPart(payload), claims, resource);
    const signed = await signedBytes(token, keys, algorithms);
    return callerFromClaims(jsonText(signed), claims, resource);
  };
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
      throw new VerifierUnavailable("The issuer's keys are not a valid key set.");
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
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = nestsTooDeep(text) ? undefined : JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Not UTF-8 or not JSON.
  }
  throw malformedToken();
}

function malformedToken(): InvalidToken {
  return new InvalidToken("The access token is malformed.");
}

function badSignature(): InvalidToken {
  return new InvalidToken("The signature of the access token is invalid.");
}
