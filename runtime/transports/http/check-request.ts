/** Finds out the era of a POST request, and checks its version, method and headers. */
import {
  hasEnvelope,
  metaKeys,
  metaOf,
  readEnvelope,
  type Envelope,
} from "../../protocol/envelope.js";
import { member, type JsonObject } from "../../protocol/json.js";
import type { Message } from "../../protocol/json-rpc.js";
import { checkMcpHeaders, checkParameterHeaders } from "../../protocol/headers/mcp-headers.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import {
  assumedRevision,
  isLegacyRevision,
  modernRevision,
  unsupportedVersion,
  type LegacyRevision,
} from "../../protocol/revisions.js";
import type { Service } from "../../session/service.js";

type Headers = (name: string) => string | undefined;

/**
 * Returns the revision of a message without an envelope; undefined for a message of 2026-07-28.
 *
 * @see MCP 2026-07-28, Versioning, Backward Compatibility
 */
export function legacyRevision(
  message: Message & { kind: "request" | "notification" },
  version: string | undefined,
): LegacyRevision | undefined {
  if (hasEnvelope(metaOf(message.params))) return undefined;
  if (version === undefined) return assumedRevision;
  if (isLegacyRevision(version)) return version;
  // The body of `initialize` negotiates the version.
  return message.method === "initialize" ? assumedRevision : undefined;
}

/**
 * Checks a request of 2026-07-28 and returns its envelope.
 *
 * @throws ProtocolError to answer with status 404 for an unknown method, else with 400
 * @see MCP 2026-07-28, Streamable HTTP
 */
export function checkModernRequest(
  service: Service,
  { method, params }: Message & { kind: "request" },
  version: string | undefined,
  headers: Headers,
): Envelope {
  const meta = metaOf(params);
  const mismatch = versionMismatch(version, meta);
  if (mismatch) throw mismatch;
  const envelope = readEnvelope(meta);
  if (version === undefined) {
    throw new ProtocolError(
      errorCodes.headerMismatch,
      "The MCP-Protocol-Version header is missing.",
    );
  }
  if (!service.has(method, envelope.protocolVersion)) {
    const name = method.slice(0, 100);
    throw new ProtocolError(errorCodes.methodNotFound, `There is no method ${name}.`);
  }
  checkMcpHeaders(headers, method, params);
  const parameters = service.headerParameters(method, params);
  if (parameters.length > 0) checkParameterHeaders(headers, parameters, params);
  return envelope;
}

/** Returns the error of a version header that is unsupported, or differs from the body's `_meta`. */
export function versionMismatch(
  version: string | undefined,
  meta: JsonObject,
): ProtocolError | undefined {
  const stated = member(meta, metaKeys.protocolVersion);
  if (typeof stated === "string" && version !== undefined && version !== stated) {
    return new ProtocolError(
      errorCodes.headerMismatch,
      "The MCP-Protocol-Version header differs from the protocol version in `_meta`.",
    );
  }
  if (version === undefined || version === modernRevision) return undefined;
  return isLegacyRevision(version) && stated === undefined
    ? undefined
    : unsupportedVersion(version);
}
