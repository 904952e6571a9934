import { escapeHidden } from "../../runtime/contract/hidden-characters.js";

/** Prints a value as JSON whose strings show every hidden character as an escape. */
export function jsonText(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return lines.map((line) => `${escapeHidden(line)}\n`).join("");
}
