import { member } from "../protocol/json.js";
import { cachedVerifier, type TokenCacheOptions } from "./cached-verifier.js";
import { inquire } from "./fetch-json.js";
import { secureUrl } from "../protocol/secure-url.js";
import { callerFromClaims, claimRules, type ClaimOptions } from "./token-claims.js";
import { InvalidToken, VerifierUnavailable, type TokenVerifier } from "./token-verifier.js";

export interface IntrospectionOptions extends ClaimOptions, TokenCacheOptions {
  /** The authorization server's introspection endpoint. */
  readonly endpoint: string;
  /** This server's own account there. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** `iss` of every token that has one. */
  readonly issuer?: string;
  /** Longest wait for an answer; default 5,000. */
  readonly timeoutMs?: number;
  /** Most questions at a time; default 64. Others are turned away meanwhile: made-up tokens must not become a flood. */
  readonly maxConcurrent?: number;
  /** True: the endpoint may be without TLS, in a network that is trusted. */
  readonly allowHttp?: boolean;
}

const maxAnswerBytes = 64 * 1024;
/** A token that was revoked is taken for so long, unless options say otherwise. */
const defaultCacheSeconds = 10;
const rejectedSeconds = 5;
const tokenTypes = /^(?:bearer|dpop|access_token)$/i;

/**
 * Has access tokens checked by the authorization server.
 *
 * @throws TypeError when the options are wrong
 * @see RFC 7662
 */
export function introspectionVerifier(options: IntrospectionOptions): TokenVerifier {
  const { timeoutMs = 5_000, maxConcurrent = 64, issuer } = options;
  const endpoint = secureUrl(options.endpoint, "endpoint", options.allowHttp);
  const rules = claimRules(options, issuer, false);
  const account = `${formEncoded(options.clientId)}:${formEncoded(options.clientSecret)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(account).toString("base64")}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  let open = 0;

  const verify: TokenVerifier = async (token, resource) => {
    if (open >= maxConcurrent) throw new VerifierUnavailable("Too many tokens are being checked.");
    open++;
    try {
      const body = new URLSearchParams({ token, token_type_hint: "access_token" }).toString();
      const asked = { method: "POST", headers, body, timeoutMs, maxBytes: maxAnswerBytes } as const;
      const { status, value } = await inquire(endpoint, asked);
      if (!value) throw new VerifierUnavailable(`${endpoint.href}: status ${status}`);
      if (member(value, "active") !== true) {
        throw new InvalidToken("The access token is not valid, or no longer.");
      }
      // Some servers know refresh tokens here, too.
      const type = member(value, "token_type");
      if (typeof type === "string" && !tokenTypes.test(type)) {
        throw new InvalidToken("This is no access token.");
      }
      return callerFromClaims(value, rules, resource);
    } finally {
      open--;
    }
  };
  return cachedVerifier(verify, { cacheSeconds: defaultCacheSeconds, ...options }, rejectedSeconds);
}

/** @see RFC 6749 section 2.3.1 */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
