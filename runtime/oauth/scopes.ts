/** Names of permissions. @see RFC 6749 section 3.3 */

/** Requests a refresh token from an authorization server, so a resource must not require it. */
const offlineAccess = "offline_access";

const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Checks scopes that a program names, and drops duplicates.
 *
 * @throws TypeError when one is malformed, or is `offline_access`
 */
export function checkedScopes(scopes: readonly string[]): readonly string[] {
  for (const scope of scopes) {
    if (!scopeSyntax.test(scope)) throw new TypeError(`Malformed scope: ${JSON.stringify(scope)}`);
    if (scope === offlineAccess) {
      throw new TypeError("A server can't require the scope offline_access.");
    }
  }
  return [...new Set(scopes)];
}

/** Joins the scopes that a challenge may contain, each once, with blanks. */
export function challengeScopes(...sets: readonly (readonly string[])[]): string {
  const fit = sets.flat().filter((scope) => scopeSyntax.test(scope) && scope !== offlineAccess);
  return [...new Set(fit)].join(" ");
}

/** Which scopes include which. @see MCP 2026-07-28, Authorization, Step-Up Authorization Flow */
export class ScopeOrder {
  readonly #covered = new Map<string, ReadonlySet<string>>();

  /** @param implied broader scopes, each with the narrower ones it includes; these may in turn include others */
  constructor(implied: { readonly [broader: string]: readonly string[] } = {}) {
    const direct = new Map(Object.entries(implied));
    for (const broader of checkedScopes([...direct.keys()])) {
      const covered = new Set<string>();
      const waiting = [broader];
      for (let scope = waiting.pop(); scope !== undefined; scope = waiting.pop()) {
        for (const narrower of checkedScopes(direct.get(scope) ?? [])) {
          if (covered.has(narrower)) continue;
          covered.add(narrower);
          waiting.push(narrower);
        }
      }
      this.#covered.set(broader, covered);
    }
  }

  /** Whether the scopes `held` include all of `required`. */
  covers(held: readonly string[], required: readonly string[]): boolean {
    return required.every(
      (scope) =>
        held.includes(scope) || held.some((each) => this.#covered.get(each)?.has(scope) === true),
    );
  }
}
