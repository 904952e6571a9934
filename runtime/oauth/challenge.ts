/** Reads the `WWW-Authenticate` header as tolerantly as servers write it. @see RFC 9110 section 11.6.1 */

/** What a server demands of a client. */
export interface Challenge {
  /** In lower case: `bearer`, `dpop`. */
  readonly scheme: string;
  /** By their names in lower case. The first of those with the same name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Of schemes that have no parameters, such as `Negotiate`. */
  readonly token68?: string;
}

/** A header that is longer, or has more challenges, is not read to its end. */
const longestHeader = 64 * 1024;
const mostChallenges = 32;

// No pattern can match a text in two ways, so the time is linear.
const token = /[!#$%&'*+.^_`|~\w-]+/y;
const blanks = /[ \t\r\n]*/y;
const separators = /[ \t\r\n,]*/y;
const equals = /[ \t]*=[ \t]*(?=[^\s=,])/y;
const quoted = /"((?:[^"\\]|\\[^])*)"?/y;
// Some servers do not quote URLs and scopes.
const bare = /[^\s,"]+/y;
const text68 = /[A-Za-z0-9\-._~+/]+=*(?=[ \t]*(?:,|$))/y;

/**
 * Returns the challenges of a response in order: of one header or of several, joined with commas. What can't be read is
 * skipped, so that one odd challenge hides no other.
 *
 * @param header the value; several are joined as `fetch` does
 */
export function readChallenges(header: string | readonly string[] | undefined): Challenge[] {
  const all = typeof header === "string" ? header : (header ?? []).join(", ");
  return new Reader(all.slice(0, longestHeader)).challenges();
}

/** Returns the first challenge of a scheme; undefined when there is none. */
export function challengeOf(
  challenges: readonly Challenge[],
  scheme: "bearer" | "dpop",
): Challenge | undefined {
  return challenges.find((each) => each.scheme === scheme);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  challenges(): Challenge[] {
    const found: Challenge[] = [];
    for (this.#take(separators); this.#at < this.#text.length; this.#take(separators)) {
      if (found.length === mostChallenges) break;
      const scheme = this.#take(token);
      if (scheme === undefined) this.#at += 1;
      else found.push(this.#challenge(scheme.toLowerCase()));
    }
    return found;
  }

  /** Reads what follows the name of a scheme. */
  #challenge(scheme: string): Challenge {
    const parameters = new Map<string, string>();
    this.#take(blanks);
    const token68 = this.#nextIsParameter() ? undefined : this.#take(text68);
    if (token68 !== undefined) return { scheme, parameters, token68 };
    this.#take(separators);
    for (let next = this.#parameter(); next; next = this.#parameter()) {
      if (!parameters.has(next.name)) parameters.set(next.name, next.value);
      this.#take(separators);
    }
    return { scheme, parameters };
  }

  #nextIsParameter(): boolean {
    const start = this.#at;
    const isParameter = this.#take(token) !== undefined && this.#take(equals) !== undefined;
    this.#at = start;
    return isParameter;
  }

  #parameter(): { readonly name: string; readonly value: string } | undefined {
    if (!this.#nextIsParameter()) return undefined;
    const name = this.#take(token)!.toLowerCase();
    this.#take(equals);
    const inQuotes = this.#take(quoted);
    if (inQuotes === undefined) return { name, value: this.#take(bare) ?? "" };
    return { name, value: inQuotes.replace(/\\([^])/g, "$1") };
  }

  /** Returns what a pattern matches here, or its group, and moves on; undefined if it does not match. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at = pattern.lastIndex;
    return match[1] ?? match[0];
  }
}
