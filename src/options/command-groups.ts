import type { Command } from "./option-row.js";

export const generateOnly: readonly Command[] = ["generate"];
export const serveOnly: readonly Command[] = ["serve"];
/** Commands that write an output folder. */
export const writing: readonly Command[] = ["generate", "client"];
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
];
/** Commands that read a document. */
export const reading: readonly Command[] = [...shaping, "auth"];
