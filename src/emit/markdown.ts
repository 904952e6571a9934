import { escapeHidden } from "./hidden-characters.js";

/** `text` as a code span, also inside a table. @see GFM 6.3 and 4.10 */
export function codeSpan(text: string): string {
  const line = oneLine(text).replaceAll("|", "\\|");
  let fence = "`";
  while (line.includes(fence)) fence += "`";
  const gap = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** `text` as plain words of one line, also inside a table: no markup, no HTML, no links. */
export function plainText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>|~]|&(?=[#\w])|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replace(/\b(https?|ftp):\/\//gi, "$1\\://")
    .replace(/\bwww\./gi, "www\\.");
}

function oneLine(text: string): string {
  return escapeHidden(text.replace(/\s+/g, " ").trim());
}
