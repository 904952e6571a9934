import type { Command, OptionRow } from "./option-row.js";
import { optionTable } from "./table.js";

/** Prints the options of a command as a Markdown table for the README. */
export function optionList(command: Command): string {
  const rows = Object.entries<OptionRow>(optionTable).filter(([, row]) =>
    row.commands.includes(command),
  );
  const lines = rows.map(
    ([name, row]) => `| \`${flag(name, row)}\` | ${row.negatedDoc ?? row.doc}${defaultText(row)} |`,
  );
  return ["| option | what it does |", "| --- | --- |", ...lines, ""].join("\n");
}

function flag(name: string, row: OptionRow): string {
  if (row.type === "boolean") return row.default === true ? `--no-${name}` : `--${name}`;
  const value = row.choices?.join("|") ?? row.value ?? "";
  return `--${name} ${value}`.replaceAll("|", "\\|");
}

function defaultText({ type, default: value }: OptionRow): string {
  return value === undefined || type === "boolean" ? "" : ` Default: \`${value}\`.`;
}
