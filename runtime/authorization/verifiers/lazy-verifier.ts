import { Lazy } from "../../protocol/lazy.js";
import type { TokenVerifier } from "../token-verifier.js";

/**
 * A verifier whose work is in a module of its own. It is loaded at once: whoever makes a verifier is about to serve over
 * HTTP, and the first token is not to wait for it.
 */
export function lazyVerifier(load: () => Promise<TokenVerifier>): TokenVerifier {
  const verifier = new Lazy(load).preload();
  return (token, resource) => verifier.use((verify) => verify(token, resource));
}
