import type { Command, OptionRow } from "./option-row.js";
import { optionTable } from "./table.js";

/**
 * Prints the options of a command as a Markdown table for the README.
 *
 * @param besides commands whose options are left out
 */
export function optionList(command: Command, besides: readonly Command[] = []): string {
  const rows = Object.entries<OptionRow>(optionTable).filter(
    ([, { commands }]) =>
      commands.includes(command) && !besides.some((each) => commands.includes(each)),
  );
  const lines = rows.map(
    ([name, row]) =>
      `| \`${flag(name, row)}\`${also(row)} | ${row.negatedDoc ?? row.doc}${defaultText(row)} |`,
  );
  return ["| option | what it does |", "| --- | --- |", ...lines, ""].join("\n");
}

function flag(name: string, row: OptionRow): string {
  if (row.type === "boolean") return row.default === true ? `--no-${name}` : `--${name}`;
  const value = row.choices?.join("|") ?? row.value ?? "";
  return `--${name} ${value}`.replaceAll("|", "\\|");
}

function also({ alias, value = "" }: OptionRow): string {
  return alias === undefined ? "" : `, \`--${alias} ${value}\``;
}

function defaultText({ type, default: value }: OptionRow): string {
  return value === undefined || type === "boolean" ? "" : ` Default: \`${value}\`.`;
}
