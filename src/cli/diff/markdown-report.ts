import type { ContractChange } from "../../changes/change.js";
import { countChanges, groupChanges } from "../../changes/describe-changes.js";
import { codeSpan } from "../../emit/markdown.js";

const headings = { breaking: "Breaking", compatible: "Compatible", text: "Text only" } as const;

/** Names that one line shows. */
const shownNames = 10;

/** Formats changes as Markdown. Everything that a document may have written is a code span: no links, images or mentions. */
export function markdownReport(changes: readonly ContractChange[]): string {
  if (changes.length === 0) return "No changes for MCP clients.\n";
  const groups = groupChanges(changes);
  const lines = [`### Changes for MCP clients: ${countChanges(changes)}`];
  for (const impact of ["breaking", "compatible", "text"] as const) {
    const own = groups.filter((group) => group.impact === impact);
    if (own.length === 0) continue;
    lines.push("", `**${headings[impact]}**`, "");
    for (const { names, message } of own) {
      const more = names.length - shownNames;
      const shown = names.slice(0, shownNames).map(codeSpan).join(", ");
      lines.push(`- ${shown}${more > 0 ? ` and ${more} more` : ""}: ${codeSpan(message)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
