import type { ClientCapabilities } from "../client-requests.js";
import type { Revision } from "../revisions.js";
import type { ServerCapabilities } from "../codec/codec.js";

/** The members of a client's capabilities that a revision defines. */
export const clientCapabilityNames = {
  "2024-11-05": ["experimental", "roots", "sampling"],
  "2025-03-26": ["experimental", "roots", "sampling"],
  "2025-06-18": ["elicitation", "experimental", "roots", "sampling"],
  "2025-11-25": ["elicitation", "experimental", "roots", "sampling", "tasks"],
  "2026-07-28": ["elicitation", "experimental", "extensions", "roots", "sampling"],
} as const satisfies Record<Revision, readonly (keyof ClientCapabilities)[]>;

const serverNames = ["experimental", "logging", "prompts", "resources", "tools"] as const;

/** The members of a server's capabilities that a revision defines. */
export const serverCapabilityNames = {
  "2024-11-05": serverNames,
  "2025-03-26": [...serverNames, "completions"],
  "2025-06-18": [...serverNames, "completions"],
  "2025-11-25": [...serverNames, "completions", "tasks"],
  "2026-07-28": [...serverNames, "completions", "extensions"],
} as const satisfies Record<Revision, readonly (keyof ServerCapabilities)[]>;

/** The capabilities of a client in a revision. */
export type ClientCapabilitiesAt<R extends Revision> = Pick<
  ClientCapabilities,
  (typeof clientCapabilityNames)[R][number]
>;

/** The capabilities of a server in a revision. */
export type ServerCapabilitiesAt<R extends Revision> = Pick<
  ServerCapabilities,
  (typeof serverCapabilityNames)[R][number]
>;
