import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";

/** The client does not take questions of the kind that a handler asks. Left uncaught, the client learns which kind. */
export class ClientCapabilityError extends ToolError {
  override readonly name: string = "ClientCapabilityError";
  /** What it would have to declare, beyond what it does. */
  readonly requiredCapabilities: ClientCapabilities;

  constructor(requiredCapabilities: ClientCapabilities) {
    super(`The client does not declare what this needs: ${pathsOf(requiredCapabilities)}.`);
    this.requiredCapabilities = requiredCapabilities;
  }
}

/**
 * A handler's failure as it is answered: since 2026-07-28 a lacking capability has a code of its own.
 *
 * @see MCP 2026-07-28, Base Protocol, Error Codes
 */
export function asAnswered(error: unknown, revision: Revision): unknown {
  if (!isModern(revision) || !(error instanceof ClientCapabilityError)) return error;
  const { message, requiredCapabilities } = error;
  return new ProtocolError(errorCodes.missingClientCapability, message, { requiredCapabilities });
}

/** `elicitation.form, roots` */
function pathsOf(capabilities: ClientCapabilities): string {
  return Object.entries(capabilities)
    .flatMap(([name, parts]) => {
      const names = Object.keys(parts as JsonObject);
      return names.length === 0 ? [name] : names.map((part) => `${name}.${part}`);
    })
    .join(", ");
}
