/** Returns a table of Markdown. Cells are Markdown; only what would end a cell or begin an element is escaped. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

function cell(text: string): string {
  // Outside code, `<name>` would be an element.
  const safe = text.replaceAll(/`[^`]*`|</g, (part) => (part === "<" ? "\\<" : part));
  return safe.replaceAll("\n", " ").replaceAll(/(?<!\\)\|/g, "\\|");
}
