import { challengeOf, readChallenges } from "../../oauth/challenge.js";
import type { ClientRefusal } from "../client-options.js";

/** What a server demands of a token. */
export interface TokenChallenge {
  readonly error: string | undefined;
  readonly description: string | undefined;
  readonly scope: string | undefined;
  /** Where the server says that its metadata is. */
  readonly metadataUrl: string | undefined;
}

/** Longest text of a server that is shown in an error. */
const longestText = 300;

/**
 * Returns the challenge for tokens in a refusal. Challenges of other schemes, such as `Negotiate`, count as none.
 *
 * @param bound whether the client binds its tokens to a key
 * @see RFC 6750 section 3; RFC 9449 section 7.1; RFC 9728 section 5.1
 */
export function tokenChallenge({ header }: ClientRefusal, bound: boolean): TokenChallenge {
  const all = readChallenges(header("www-authenticate"));
  const [bearer, dpop] = [challengeOf(all, "bearer"), challengeOf(all, "dpop")];
  const [first, second] = bound ? [dpop, bearer] : [bearer, dpop];
  const get = (name: string): string | undefined =>
    first?.parameters.get(name) ?? second?.parameters.get(name);
  return {
    error: shown(get("error")),
    description: shown(get("error_description")),
    scope: get("scope"),
    metadataUrl: get("resource_metadata"),
  };
}

/** Removes what has no place in a message. */
function shown(text: string | undefined): string | undefined {
  return text?.replace(/[^\x20-\x7e]/g, "?").slice(0, longestText);
}
