import { OAuthError } from "../../oauth/oauth-error.js";
import { VerifierUnavailable } from "../token-verifier.js";

/** Awaits what an authorization server is asked for. @throws VerifierUnavailable when it can't be got */
export async function askIssuer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof OAuthError ? new VerifierUnavailable(error.message) : error;
  }
}
