import { readImplementation } from "../protocol/envelope.js";
import { member, type JsonObject } from "../protocol/json.js";
import type { Implementation, LogLevel } from "../protocol/model.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import {
  isLegacyRevision,
  latestLegacyRevision,
  type LegacyRevision,
} from "../protocol/revisions.js";

/** What `initialize` settled with a client, before 2026-07-28. */
export interface Session {
  readonly protocolVersion: LegacyRevision;
  readonly clientInfo?: Implementation;
  /** Set by `logging/setLevel`; until then the server's choice. */
  logLevel: LogLevel;
}

/**
 * The session that the params of an `initialize` request ask for: their version if it is served, else the newest that
 * has the handshake.
 *
 * @throws ProtocolError -32602
 * @see MCP 2025-11-25, Lifecycle, Version Negotiation
 */
export function negotiate(params: JsonObject): Session {
  const requested = member(params, "protocolVersion");
  if (typeof requested !== "string") {
    throw new ProtocolError(
      errorCodes.invalidParams,
      "`initialize` needs `protocolVersion`: a string.",
    );
  }
  const clientInfo = readImplementation(member(params, "clientInfo"));
  return {
    protocolVersion: isLegacyRevision(requested) ? requested : latestLegacyRevision,
    logLevel: "info",
    ...(clientInfo && { clientInfo }),
  };
}
