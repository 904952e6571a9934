import { callerKey } from "../session/owner.js";
import { ToolError } from "../protocol/tool-error.js";
import type { CallContext } from "../server/types/call-context.js";
import { requireName } from "./names.js";

/** The argument that names the user for callers without a token. */
export const userProperty = {
  user_id: {
    type: "string",
    description: "Whose memory it is. Default: that of all who give none.",
  },
} as const;

/**
 * Returns the name of the user in the store: the caller's if tokens are checked, else the given one. Names of the three kinds
 * never meet.
 *
 * @throws ToolError when a caller with a token names a user
 */
export function userOf({ caller }: CallContext, given?: string): string {
  if (caller) {
    if (given === undefined) return `caller:${callerKey(caller)}`;
    throw new ToolError("Leave out user_id: the access token says whose memory it is.");
  }
  if (given === undefined) return "local";
  requireName("user_id", given);
  return `named:${given}`;
}
