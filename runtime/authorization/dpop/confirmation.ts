import { isObject, member } from "../../protocol/json.js";
import type { Caller } from "../../session/caller.js";

/** Returns the `cnf` claim, the key that a token is bound to; undefined for a bearer token. @see RFC 7800 */
export function confirmationOf(caller: Caller): unknown {
  const confirmation = member(caller.claims, "cnf");
  return isObject(confirmation) && Object.keys(confirmation).length === 0
    ? undefined
    : confirmation;
}
