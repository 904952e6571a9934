import { escapeHidden } from "../diagnostics/hidden-characters.js";

/** Text that needs no escape and no fence longer than one backtick. */
const plainCode = /^(?! )[ -_a-{}~]+(?<! )$/;

/** Returns `text` as a code span, which also works inside a table. @see GFM 6.3 and 4.10 */
export function codeSpan(text: string): string {
  if (plainCode.test(text) && !text.includes("  ")) return `\`${text}\``;
  const line = oneLine(text).replaceAll("|", "\\|");
  let fence = "`";
  for (const [run] of line.matchAll(/`+/g)) {
    if (run.length >= fence.length) fence = "`".repeat(run.length + 1);
  }
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Returns `text` as one line of plain words, which also works inside a table: no markup, no HTML, no links. */
export function plainText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>|~]|&(?=[#\w])|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replace(/\b(https?|ftp):\/\//gi, "$1\\://")
    .replace(/\bwww\./gi, "www\\.");
}

function oneLine(text: string): string {
  return escapeHidden(text.replace(/\s+/g, " ").trim());
}
