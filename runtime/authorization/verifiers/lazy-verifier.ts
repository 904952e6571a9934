import { Lazy } from "../../protocol/lazy.js";
import type { TokenVerifier } from "../token-verifier.js";

/**
 * Creates a verifier whose code is a separate module. Loading starts at once, because a program that creates a verifier
 * is about to serve HTTP, and the first token should not wait.
 */
export function lazyVerifier(load: () => Promise<TokenVerifier>): TokenVerifier {
  const verifier = new Lazy(load).preload();
  return (token, resource) => verifier.use((verify) => verify(token, resource));
}
