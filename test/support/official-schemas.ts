/** Checks a server's messages one by one, for tests that talk to it in their own way. */
import type { Revision } from "../../runtime/protocol/revisions.js";
import { checkMessage } from "./wire/check.js";

/** Fails when a server's message is not one of the revision. `method`: what it answers. */
export function checkServerMessage(revision: Revision, message: unknown, method?: string): void {
  checkMessage(revision, "server", message, method === undefined ? undefined : { method });
}
