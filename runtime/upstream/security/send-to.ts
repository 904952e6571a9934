import { ToolError } from "../../protocol/tool-error.js";

/**
 * Refuses to send a value to an origin that is not among those that the user has agreed to.
 *
 * @param sendTo absent: the program's own code chose the API, and nobody has to agree
 * @throws ToolError
 */
export function checkSendTo(sendTo: readonly string[] | undefined, origin: string): void {
  if (sendTo === undefined || sendTo.includes(origin)) return;
  throw new ToolError(
    `Nobody has agreed that credentials may be sent to ${origin}, so nothing was sent. If they may be, start the server with --send-to ${origin}.`,
  );
}
