import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";

/** Limits of one file's diff, which is for a look at what changed. */
const maxLines = 40;
const maxLineLength = 160;
/** A larger difference is not computed. */
const maxEdits = 2_000;

/**
 * Returns what would change in a file as a unified diff, shortened and with control characters escaped, so that it can be
 * printed on a terminal.
 *
 * @param before the text on disk; the empty string for a file that is missing
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, "", "", {
    context: 2,
    maxEditLength: maxEdits,
    stripTrailingCr: true,
  });
  if (!patch) return `  (more than ${maxEdits} lines differ)`;
  const lines = formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split("\n");
  const shown = lines.slice(0, maxLines).map(printable);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`  … and ${more} more lines`] : [])].join("\n");
}

function printable(line: string): string {
  const text = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
  return escapeHidden(text.replaceAll("\t", "  "));
}
