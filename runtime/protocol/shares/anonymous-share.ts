/** The share of callers without a token, who have one together. */
export const anonymousShare = "anonymous";
