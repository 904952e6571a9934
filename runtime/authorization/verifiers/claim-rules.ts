import { finiteAtLeast } from "../../protocol/limits/check-limit.js";

/** Which claims of a token are expected. */
export interface ClaimOptions {
  /** Accepted values of `aud`, of which it must have one; default: this server's canonical URI. */
  readonly audience?: string | readonly string[];
  /** How far clocks may differ, in seconds; default 5. */
  readonly clockToleranceSeconds?: number;
  /** Claims that must be present, besides those that are always checked. */
  readonly requiredClaims?: readonly string[];
  /** Claims that list scopes, as a string or an array; default `scope` and `scp`. */
  readonly scopeClaims?: readonly string[];
}

export interface ClaimRules {
  readonly issuer: string | undefined;
  /** False when `iss` and `exp` may be absent, because an authorization server vouches for the token. */
  readonly complete: boolean;
  /** Absent: any spelling of `resource`. */
  readonly audience: readonly string[] | undefined;
  readonly toleranceSeconds: number;
  readonly requiredClaims: readonly string[];
  readonly scopeClaims: readonly string[];
}

/** @throws RangeError for a tolerance with which expired tokens would be accepted for ever */
export function claimRules(
  options: ClaimOptions,
  issuer: string | undefined,
  complete: boolean,
): ClaimRules {
  const { audience, clockToleranceSeconds = 5 } = options;
  return {
    issuer,
    complete,
    audience: typeof audience === "string" ? [audience] : audience,
    toleranceSeconds: finiteAtLeast(0, "clockToleranceSeconds", clockToleranceSeconds),
    requiredClaims: options.requiredClaims ?? [],
    scopeClaims: options.scopeClaims ?? ["scope", "scp"],
  };
}
