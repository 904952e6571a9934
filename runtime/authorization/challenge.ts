/** The `WWW-Authenticate` header. @see RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1 */

/** Parameters of a challenge; those without a value are left out. */
export interface ChallengeParameters {
  readonly [name: string]: string | undefined;
}

/** A challenge of one scheme. */
export function challenge(scheme: string, parameters: ChallengeParameters): string {
  const list = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}="${plainQuoted(value ?? "")}"`);
  return list.length === 0 ? scheme : `${scheme} ${list.join(", ")}`;
}

/** RFC 6750 permits no quotes, backslashes, control characters or anything beyond ASCII, escaped or not. */
function plainQuoted(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
}
