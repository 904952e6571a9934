import type { Command } from "./option-row.js";

export const generateOnly: readonly Command[] = ["generate"];
/** Commands that generate a server. */
export const generating: readonly Command[] = ["generate", "watch", "check"];
export const serveOnly: readonly Command[] = ["serve"];
/** Commands that run a server until its client is gone. */
export const serving: readonly Command[] = ["serve", "memory"];
/** Commands that write an output folder, or compare it. */
export const writing: readonly Command[] = ["generate", "client", "watch", "check"];
/** Commands that can compare their output with what is on disk instead of writing it. */
export const comparing: readonly Command[] = ["generate", "client"];
/** Commands that connect to a server. */
export const connecting: readonly Command[] = ["client", "call"];
/** Commands whose result depends on how operations are listed. */
export const shaping: readonly Command[] = [
  "generate",
  "serve",
  "list",
  "explain",
  "client",
  "call",
  "watch",
  "check",
  "diff",
];
/** Commands that take a configuration. */
export const configured: readonly Command[] = [...shaping, "auth"];
/** Commands that read a document. */
export const reading: readonly Command[] = [...configured, "init"];
export const callOnly: readonly Command[] = ["call"];
export const diffOnly: readonly Command[] = ["diff"];
export const initOnly: readonly Command[] = ["init"];
export const memoryOnly: readonly Command[] = ["memory"];
