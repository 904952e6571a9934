import { member } from "../../protocol/json.js";
import type { Caller } from "../../session/caller.js";
import { InvalidToken, type TokenVerifier } from "../token-verifier.js";

/** Accepts a token that one of several verifiers accepts, and puts its issuer before the subject. */
export function firstOf(verifiers: readonly TokenVerifier[]): TokenVerifier {
  return async (token, resource) => {
    let invalid: InvalidToken | undefined;
    let failed: { readonly error: unknown } | undefined;
    for (const [index, verify] of verifiers.entries()) {
      try {
        const caller = await verify(token, resource);
        if (caller) return withIssuer(caller, index);
      } catch (error) {
        if (error instanceof InvalidToken) invalid ??= error;
        else failed ??= { error };
      }
    }
    // The verifier that failed may be the one for the token's issuer.
    if (failed) throw failed.error;
    if (invalid) throw invalid;
    return undefined;
  };
}

/** Different pairs give different subjects, since an issuer is written without blanks. */
function withIssuer(caller: Caller, index: number): Caller {
  const issuer = member(caller.claims, "iss");
  return {
    ...caller,
    subject: `${typeof issuer === "string" ? issuer.replaceAll(" ", "%20") : index} ${caller.subject}`,
  };
}
