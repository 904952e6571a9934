import { optionTable, type Command, type OptionRow } from "./table.js";

/** The options of a command as Markdown table rows, for the README. */
export function optionList(command: Command): string {
  const rows = Object.entries<OptionRow>(optionTable).filter(([, row]) =>
    row.commands.includes(command),
  );
  const lines = rows.map(
    ([name, row]) => `| \`${flag(name, row)}\` | ${row.doc}${standard(row)} |`,
  );
  return ["| option | what it does |", "| --- | --- |", ...lines, ""].join("\n");
}

function flag(name: string, row: OptionRow): string {
  if (row.type === "boolean") return row.default === true ? `--no-${name}` : `--${name}`;
  const value = row.choices?.join("|") ?? row.value ?? "";
  return `--${name} ${value}`.replaceAll("|", "\\|");
}

function standard({ type, default: value }: OptionRow): string {
  return value === undefined || type === "boolean" ? "" : ` Default: \`${value}\`.`;
}
