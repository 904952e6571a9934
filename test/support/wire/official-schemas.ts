import type { Revision } from "../../../runtime/index.js";
import { checkMessage } from "./check.js";

/**
 * Fails if a server must not send the message at this revision.
 *
 * @param method the method that the message answers
 */
export function checkServerMessage(revision: Revision, message: unknown, method?: string): void {
  checkMessage(revision, "server", message, method === undefined ? undefined : { method });
}
