import { isModern, type Revision } from "../../protocol/revisions.js";
import type { MethodEntry } from "../registry/registry.js";

/** Whether a method is served in a revision: clients can't declare extensions before 2026-07-28. @see MCP 2026-07-28, Versioning, Extension Negotiation */
export function servesExtension(entry: MethodEntry, revision: Revision): boolean {
  return entry.extension === undefined || isModern(revision);
}
