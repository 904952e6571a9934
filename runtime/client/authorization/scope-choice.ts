import type { AuthorizationServer } from "oauth4webapi";

/** A challenge or a token may name as many scopes; further ones are ignored. */
const mostScopes = 200;

/** Longer ones are ignored as well, because an address can't hold them. @see RFC 6749 section 3.3 */
const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** Returns the scopes of a list with blanks, each once. */
export function scopesOf(text: string | undefined): readonly string[] {
  return union(text?.split(" ") ?? []);
}

/** Returns the scopes of all sets that a request can name, each once. */
export function union(...sets: readonly (readonly string[])[]): readonly string[] {
  const fit = sets.flat().filter((scope) => scopeSyntax.test(scope));
  return [...new Set(fit)].slice(0, mostScopes);
}

/** Returns whether all of `required` are in `held`. */
export function holds(held: readonly string[], required: readonly string[]): boolean {
  return required.every((scope) => held.includes(scope));
}

export interface ScopeSources {
  /** Of the challenge; undefined if it names none. */
  readonly challenged: string | undefined;
  /** Chosen by the user of the client. */
  readonly chosen: readonly string[] | undefined;
  /** Of the protected resource's metadata. */
  readonly supported: readonly string[] | undefined;
}

/**
 * Returns the scopes to ask for at first. None: the parameter is left out.
 *
 * @see MCP 2026-07-28, Authorization, Scope Selection Strategy
 */
export function firstScopes({ challenged, chosen, supported }: ScopeSources): readonly string[] {
  if (challenged !== undefined) return union(scopesOf(challenged), chosen ?? []);
  return chosen ?? union(supported ?? []);
}

const offlineAccess = "offline_access";

/** Adds the scope of refresh tokens, if the authorization server has it. @see MCP 2026-07-28, Authorization, Refresh Tokens */
export function withOfflineAccess(
  scopes: readonly string[],
  { scopes_supported: supported }: AuthorizationServer,
): readonly string[] {
  return supported?.includes(offlineAccess) === true ? union(scopes, [offlineAccess]) : scopes;
}
