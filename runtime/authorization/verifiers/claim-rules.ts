export interface ClaimOptions {
  /** What `aud` must name; default: this server's canonical URI. One of several is enough. */
  readonly audience?: string | readonly string[];
  /** How far clocks may differ; default 5. */
  readonly clockToleranceSeconds?: number;
  /** Claims that must be there, besides those that are always checked. */
  readonly requiredClaims?: readonly string[];
  /** Claims that list scopes, as a string or an array; default `scope` and `scp`. */
  readonly scopeClaims?: readonly string[];
}

/** The same with the defaults filled in. */
export interface ClaimRules {
  readonly issuer: string | undefined;
  /** False where issuer and expiry may be left out, because an authorization server vouches for them. */
  readonly complete: boolean;
  /** Absent: `resource`, however it is written. */
  readonly audience: readonly string[] | undefined;
  readonly toleranceSeconds: number;
  readonly requiredClaims: readonly string[];
  readonly scopeClaims: readonly string[];
}

export function claimRules(
  options: ClaimOptions,
  issuer: string | undefined,
  complete: boolean,
): ClaimRules {
  const { audience } = options;
  return {
    issuer,
    complete,
    audience: typeof audience === "string" ? [audience] : audience,
    toleranceSeconds: options.clockToleranceSeconds ?? 5,
    requiredClaims: options.requiredClaims ?? [],
    scopeClaims: options.scopeClaims ?? ["scope", "scp"],
  };
}
