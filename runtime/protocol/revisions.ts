import { errorCodes, ProtocolError } from "./protocol-error.js";

/** All revisions of the protocol, oldest first. They are dates, so they compare as text. */
export const revisions = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
] as const;

/** A revision of MCP that this runtime speaks, by its date. */
export type Revision = (typeof revisions)[number];
/** Revisions without a handshake: each request carries its metadata. */
export type ModernRevision = "2026-07-28";
/** Revisions that begin with `initialize`. */
export type LegacyRevision = Exclude<Revision, ModernRevision>;

export const modernRevision: ModernRevision = "2026-07-28";
/** The newest revision. */
export const latestRevision: Revision = modernRevision;
export const latestLegacyRevision: LegacyRevision = "2025-11-25";
/** The revision assumed for an HTTP request without a version header. @see MCP 2025-11-25, Transports, Protocol Version Header */
export const assumedRevision: LegacyRevision = "2025-03-26";

/** Versions that a request may name in its `_meta`, as listed by `server/discover` and `UnsupportedProtocolVersion`. */
export const modernRevisions: readonly ModernRevision[] = [modernRevision];

export function isModern(revision: Revision): revision is ModernRevision {
  return revision === modernRevision;
}

export function isLegacyRevision(value: unknown): value is LegacyRevision {
  return value !== modernRevision && (revisions as readonly unknown[]).includes(value);
}

/** Returns the error for an unsupported version. @see MCP 2026-07-28, Versioning */
export function unsupportedVersion(requested: string): ProtocolError {
  return new ProtocolError(
    errorCodes.unsupportedProtocolVersion,
    "The protocol version is not supported.",
    { supported: modernRevisions, requested },
  );
}
