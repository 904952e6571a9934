/** Widest column, in characters; longer cells are not aligned. */
const maxWidth = 60;

/** Formats rows as aligned columns. The first column is right-aligned, for numbers; the last is not padded. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head.map((cell) => cell.toUpperCase()), ...rows];
  const widths = head.map((_, column) =>
    Math.min(maxWidth, Math.max(...all.map((row) => row[column]?.length ?? 0))),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => {
        if (column === 0) return cell.padStart(widths[column] ?? 0);
        return column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      })
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}
