import type { Caller } from "./caller.js";

/** Knows which scopes include others. An `Authorizer` does. */
export interface ScopeCheck {
  allows(caller: Caller, required: readonly string[]): boolean;
}

/** Who sends the requests of a connection or session. */
export interface Sender {
  readonly caller?: Caller | undefined;
  /** The address of the client's end of the connection, which tells callers without a token apart. */
  readonly peer?: string | undefined;
  /** Absent: each scope must be granted by name. */
  readonly authorizer?: ScopeCheck | undefined;
}

/** Whether the sender's token has all of these scopes. Without tokens nothing is checked. */
export function mayUse({ caller, authorizer }: Sender, scopes: readonly string[]): boolean {
  if (!caller || scopes.length === 0) return true;
  if (authorizer) return authorizer.allows(caller, scopes);
  return scopes.every((scope) => caller.scopes.includes(scope));
}
