/** Rules for proofs that a client holds the key its token is bound to. @see RFC 9449 */
import { finiteAtLeast } from "../../protocol/limits/check-limit.js";
import { timeNonces, type NonceSource } from "./dpop-nonce.js";
import { memoryReplayGuard, type ReplayGuard } from "./replay-guard.js";

/** How proofs of possession (DPoP, RFC 9449) are checked. */
export interface DpopOptions {
  /** `required`: tokens that are not bound to a key are refused. */
  readonly mode: "required" | "supported";
  /** Accepted signature algorithms; default `ES256`, `EdDSA`, `Ed25519`, `PS256` and `RS256`. */
  readonly algorithms?: readonly string[];
  /** Maximum age of a proof, in seconds; default 60. */
  readonly maxAgeSeconds?: number;
  /** Proofs must contain the server's nonce, which changes after this many seconds. Absent: they need no nonce. */
  readonly nonceSeconds?: number;
  /** Signs the nonces: 32 bytes or more, the same in all processes of a server. Default: random. */
  readonly nonceSecret?: Uint8Array;
  /** Remembers used proofs; default: in the memory of this process. */
  readonly replays?: ReplayGuard;
}

/** The options, checked and with the defaults filled in. */
export interface DpopRules {
  readonly required: boolean;
  readonly algorithms: readonly string[];
  readonly maxAgeSeconds: number;
  readonly nonces: NonceSource | undefined;
  readonly replays: ReplayGuard;
}

const usable = ["ES256", "ES384", "ES512", "EdDSA", "Ed25519", "PS256", "PS384", "PS512", "RS256"];
const defaultAlgorithms = ["ES256", "EdDSA", "Ed25519", "PS256", "RS256"];

/** @throws TypeError or RangeError when the options are wrong */
export function dpopRules(options: DpopOptions): DpopRules {
  const { mode, algorithms = defaultAlgorithms, maxAgeSeconds = 60 } = options;
  const nonceSeconds = finiteAtLeast(1, "dpop.nonceSeconds", options.nonceSeconds);
  const unknown = algorithms.find((name) => !usable.includes(name));
  if (unknown !== undefined) throw new TypeError(`Unsupported DPoP algorithm: ${unknown}`);
  return {
    required: mode === "required",
    algorithms,
    maxAgeSeconds: finiteAtLeast(1, "dpop.maxAgeSeconds", maxAgeSeconds),
    nonces: nonceSeconds === undefined ? undefined : timeNonces(nonceSeconds, options.nonceSecret),
    replays: options.replays ?? memoryReplayGuard(),
  };
}
