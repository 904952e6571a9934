import { member } from "../../protocol/json.js";
import type { Caller } from "../../session/caller.js";
import { InvalidToken, type TokenVerifier } from "../token-verifier.js";

/** Takes a token that one of several verifiers finds good, and says with the subject by which. */
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
    // The one that could not tell may be the one that issued it.
    if (failed) throw failed.error;
    if (invalid) throw invalid;
    return undefined;
  };
}

/** No issuer has a blank in it, so no two pairs become one. */
function withIssuer(caller: Caller, index: number): Caller {
  const issuer = member(caller.claims, "iss");
  return { ...caller, subject: `${typeof issuer === "string" ? issuer : index} ${caller.subject}` };
}
