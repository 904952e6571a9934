/** The share of callers without a token, who have one together. */
export const anonymousShare = "anonymous";

/** Returns how many of `limit` things one share may have: a tenth, but callers without a token may have all. */
export function limitOf(share: string, limit: number): number {
  return share === anonymousShare ? limit : Math.ceil(limit / 10);
}
