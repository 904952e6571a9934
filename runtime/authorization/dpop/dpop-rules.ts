/** What is asked of proofs that a client holds the key its token is bound to. @see RFC 9449 */
import { timeNonces, type NonceSource } from "./dpop-nonce.js";
import { memoryReplayGuard, type ReplayGuard } from "./replay-guard.js";

export interface DpopOptions {
  /** `required`: tokens that are bound to no key are refused. */
  readonly mode: "required" | "supported";
  /** Signatures that are taken; default `ES256`, `EdDSA`, `Ed25519`, `PS256` and `RS256`. */
  readonly algorithms?: readonly string[];
  /** How old a proof may be, in seconds; default 60. */
  readonly maxAgeSeconds?: number;
  /** Proofs must hold a value of the server's, which changes after this many seconds. Absent: they need none. */
  readonly nonceSeconds?: number;
  /** Signs those values: 32 bytes or more, the same in all processes of a server. Default: one for this process. */
  readonly nonceSecret?: Uint8Array;
  /** Default: the memory of this process. */
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

/** @throws TypeError when the options are wrong */
export function dpopRules(options: DpopOptions): DpopRules {
  const { mode, algorithms = defaultAlgorithms, maxAgeSeconds = 60, nonceSeconds } = options;
  const odd = algorithms.find((name) => !usable.includes(name));
  if (odd !== undefined) throw new TypeError(`${odd} can't be allowed for proofs.`);
  return {
    required: mode === "required",
    algorithms,
    maxAgeSeconds,
    nonces: nonceSeconds === undefined ? undefined : timeNonces(nonceSeconds, options.nonceSecret),
    replays: options.replays ?? memoryReplayGuard(),
  };
}
