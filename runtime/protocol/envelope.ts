import { isObject, member, type JsonObject } from "./json.js";
import { isLogLevel, type Implementation, type LogLevel } from "./model.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";
import { isModern, unsupportedVersion, type ModernRevision, type Revision } from "./revisions.js";

/** Keys in the `_meta` of requests and results since 2026-07-28. */
export const metaKeys = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** The extension of tasks since 2026-07-28. @see SEP-2663 */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** The metadata that a request since 2026-07-28 carries about its sender. @see MCP 2026-07-28, Base Protocol, Request Metadata */
export interface Envelope {
  readonly protocolVersion: ModernRevision;
  readonly clientCapabilities: JsonObject;
  readonly clientInfo?: Implementation | undefined;
  /** Undefined: the client wants no log messages for this request. */
  readonly logLevel?: LogLevel | undefined;
}

const noMeta: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** Returns the `_meta` of a message's params, or an empty object. */
export function metaOf(params: JsonObject): JsonObject {
  const meta = member(params, "_meta");
  return isObject(meta) ? meta : noMeta;
}

/** Whether a request carries the metadata of 2026-07-28, valid or not. */
export function hasEnvelope(meta: JsonObject): boolean {
  if (meta === noMeta) return false;
  return (
    Object.hasOwn(meta, metaKeys.protocolVersion) ||
    Object.hasOwn(meta, metaKeys.clientCapabilities) ||
    Object.hasOwn(meta, metaKeys.clientInfo)
  );
}

/** @throws ProtocolError -32602 for a missing or malformed field, -32022 for an unsupported version */
export function readEnvelope(meta: JsonObject): Envelope {
  const version = member(meta, metaKeys.protocolVersion);
  if (typeof version !== "string") throw malformed(metaKeys.protocolVersion, "a string");
  if (!isModern(version as Revision)) throw unsupportedVersion(version);
  const clientCapabilities = member(meta, metaKeys.clientCapabilities);
  if (!isObject(clientCapabilities)) throw malformed(metaKeys.clientCapabilities, "an object");
  const logLevel = member(meta, metaKeys.logLevel);
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    throw malformed(metaKeys.logLevel, "a log level");
  }
  const clientInfo = readImplementation(member(meta, metaKeys.clientInfo));
  return { protocolVersion: version as ModernRevision, clientCapabilities, clientInfo, logLevel };
}

/** Reads the name and version that the other side gives for itself; undefined if malformed. For display only. */
export function readImplementation(value: unknown): Implementation | undefined {
  if (!isObject(value)) return undefined;
  const { name, version } = value;
  if (typeof name !== "string" || typeof version !== "string") return undefined;
  return value as unknown as Implementation;
}

function malformed(key: string, expected: string): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The request's _meta requires "${key}": ${expected}.`,
  );
}
