import { member } from "../../protocol/json.js";
import type { ClaimRules } from "./claim-rules.js";
import { fetchJson } from "../../oauth/metadata/fetch-json.js";
import { askIssuer } from "../issuer/ask-issuer.js";
import { callerFromClaims } from "./token-claims.js";
import { InvalidToken, VerifierUnavailable, type TokenVerifier } from "../token-verifier.js";

/** The options of `introspectionVerifier`, checked. */
export interface IntrospectionRules {
  readonly endpoint: URL;
  /** This server's account at the endpoint. */
  readonly account: { readonly clientId: string; readonly clientSecret: string };
  readonly timeoutMs: number;
  readonly maxConcurrent: number;
  readonly claims: ClaimRules;
}

const maxAnswerBytes = 64 * 1024;
const tokenTypes = /^(?:bearer|dpop|access_token)$/i;

/** Creates the verifier of `introspectionVerifier`, without its cache. */
export function introspectionCheck(rules: IntrospectionRules): TokenVerifier {
  const { endpoint, timeoutMs, maxConcurrent, claims } = rules;
  const account = `${formEncoded(rules.account.clientId)}:${formEncoded(rules.account.clientSecret)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(account).toString("base64")}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  let open = 0;

  return async (token, resource) => {
    if (open >= maxConcurrent) throw new VerifierUnavailable("Too many tokens are being checked.");
    open++;
    try {
      const body = new URLSearchParams({ token, token_type_hint: "access_token" }).toString();
      const request = {
        method: "POST",
        headers,
        body,
        timeoutMs,
        maxBytes: maxAnswerBytes,
      } as const;
      const { status, value } = await askIssuer(fetchJson(endpoint, request));
      if (!value) throw new VerifierUnavailable(`${endpoint.href}: status ${status}`);
      if (member(value, "active") !== true) {
        throw new InvalidToken(
          "The access token is not active: it is invalid, expired or revoked.",
        );
      }
      // Some servers accept refresh tokens here, too.
      const type = member(value, "token_type");
      if (typeof type === "string" && !tokenTypes.test(type)) {
        throw new InvalidToken("The token is not an access token (`token_type`).");
      }
      return callerFromClaims(value, claims, resource);
    } finally {
      open--;
    }
  };
}

/** @see RFC 6749 section 2.3.1 */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
