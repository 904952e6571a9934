/** Errors whose codes only some revisions have. */
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { isModern, latestLegacyRevision, type Revision } from "../protocol/revisions.js";
import type { IncomingRequest } from "./incoming-request.js";
import { rememberVisits } from "./visits.js";

/**
 * Returns an error as a revision can express it.
 *
 * @see MCP 2026-07-28, Base Protocol, Error Codes
 */
export function errorIn(revision: Revision, error: ProtocolError): ProtocolError {
  const { code, message, data } = error;
  if (code === errorCodes.legacyResourceNotFound && isModern(revision)) {
    return new ProtocolError(errorCodes.invalidParams, message, data);
  }
  if (code === errorCodes.legacyUrlElicitationRequired && revision !== latestLegacyRevision) {
    return new ProtocolError(errorCodes.internalError, message);
  }
  return error;
}

/** Returns the error that answers a request, and remembers the visits that it asks for. */
export function errorFor({ protocolVersion, session }: IncomingRequest, error: ProtocolError) {
  const known = errorIn(protocolVersion, error);
  if (session && known.code === errorCodes.legacyUrlElicitationRequired) {
    rememberVisits(session, known.data);
  }
  return known;
}
