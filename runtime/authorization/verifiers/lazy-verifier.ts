import { Late } from "../../protocol/lazy.js";
import type { TokenVerifier } from "../token-verifier.js";

/**
 * A verifier whose work is in a module of its own. It is loaded at once: whoever makes a verifier is about to serve over
 * HTTP, and the first token is not to wait for it.
 */
export function lateVerifier(load: () => Promise<TokenVerifier>): TokenVerifier {
  const verifier = new Late(load).begin();
  return (token, resource) => verifier.with((verify) => verify(token, resource));
}
