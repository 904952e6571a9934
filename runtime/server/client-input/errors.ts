import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern, type Revision } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";

/** The client lacks a capability that a question needs. If it is not caught, the client learns which one. */
export class ClientCapabilityError extends ToolError {
  override readonly name: string = "ClientCapabilityError";
  /** The missing capabilities. */
  readonly requiredCapabilities: ClientCapabilities;

  constructor(requiredCapabilities: ClientCapabilities) {
    super(`The client lacks a required capability: ${pathsOf(requiredCapabilities)}.`);
    this.requiredCapabilities = requiredCapabilities;
  }
}

/**
 * Converts the error of a handler: since 2026-07-28 a missing capability has an error code of its own.
 *
 * @see MCP 2026-07-28, Base Protocol, Error Codes
 */
export function errorForClient(error: unknown, revision: Revision): unknown {
  if (!isModern(revision) || !(error instanceof ClientCapabilityError)) return error;
  const { message, requiredCapabilities } = error;
  return new ProtocolError(errorCodes.missingClientCapability, message, { requiredCapabilities });
}

/** Lists capabilities: `elicitation.form, roots`. */
function pathsOf(capabilities: ClientCapabilities): string {
  return Object.entries(capabilities)
    .flatMap(([name, parts]) => {
      const names = Object.keys(parts as JsonObject);
      return names.length === 0 ? [name] : names.map((part) => `${name}.${part}`);
    })
    .join(", ");
}

/**
 * A question got no usable answer: the client answered with an error or a misfit, took too long, or can't be reached.
 * Thrown before 2026-07-28 and in tasks; other calls ask again.
 */
export class ClientAnswerError extends ToolError {
  override readonly name: string = "ClientAnswerError";
  /** The client's error code; many clients send -1 if the user refuses. */
  readonly code: number;

  constructor(message: string, code: number = errorCodes.internalError) {
    super(message);
    this.code = code;
  }

  /** Makes the error of a request to which the client answered with an error. */
  static from(method: string, error: ProtocolError): ClientAnswerError {
    return new ClientAnswerError(`No answer to ${method}: ${error.message}`, error.code);
  }
}

/** The client's revision has no requests of servers, so this one was not sent. */
export class ClientRevisionError extends ToolError {
  override readonly name: string = "ClientRevisionError";
  /** The revision of the client. */
  readonly protocolVersion: Revision;

  constructor(method: string, protocolVersion: Revision) {
    super(`${method} was not sent: since 2026-07-28 a server sends no requests to its client.`);
    this.protocolVersion = protocolVersion;
  }
}
