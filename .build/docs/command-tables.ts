/** The commands and their options, as the command line defines them. */
import { commandList } from "../../src/cli/commands/command-list.js";
import type { CommandDefinition } from "../../src/cli/commands/command.js";
import { reading } from "../../src/options/command-groups.js";
import type { OptionRow } from "../../src/options/option-row.js";
import { optionTable } from "../../src/options/table.js";
import { markdownTable } from "./markdown-table.js";

type NamedRow = readonly [name: string, row: OptionRow];

const rows: readonly NamedRow[] = Object.entries<OptionRow>(optionTable);
const present = new Set<string>(commandList.map(({ name }) => name));
/** An option that this many commands accept is described once, in a table of its own. */
const shared = 4;

/** The options that several commands accept, with the commands. */
export function sharedOptions(): string {
  return markdownTable(
    ["option", "what it does", "commands"],
    rows.filter(isShared).map((named) => [...option(named), commandsOf(named[1])]),
  );
}

/** A section for each command: what it does, and the options that few others accept. */
export function commandSections(): string {
  return commandList.map(commandSection).join("\n");
}

function commandSection(command: CommandDefinition): string {
  const own = rows.filter((named) => accepts(command, named) && !isShared(named));
  const others = rows.filter((named) => accepts(command, named) && isShared(named));
  return [
    `### ${command.name}\n`,
    `\`mcp-codegen ${usage(command)}\`: ${command.describe}.\n`,
    own.length > 0 ? markdownTable(["option", "what it does"], own.map(option)) : "",
    others.length > 0
      ? `Options of [several commands](#options-of-several-commands): ${others.map(([name, row]) => `\`${flag(name, row)}\``).join(", ")}.\n`
      : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function usage({ usage: words }: CommandDefinition): string {
  return words.replace(/^\$0 /, "");
}

function accepts({ name }: CommandDefinition, [, { commands }]: NamedRow): boolean {
  return commands.includes(name);
}

function isShared([, { commands }]: NamedRow): boolean {
  return commands.filter((each) => present.has(each)).length >= shared;
}

function commandsOf({ commands }: OptionRow): string {
  const named = commands.filter((each) => present.has(each));
  if (reading.every((each) => commands.includes(each))) {
    return ["all that read a document", ...named.filter((each) => !reading.includes(each))].join(
      ", ",
    );
  }
  return named.join(", ");
}

function option([name, row]: NamedRow): readonly string[] {
  const { type, default: value, negatedDoc, doc, alias } = row;
  const placeholder = row.choices?.join("|") ?? row.value ?? "";
  const long = type === "boolean" ? flag(name, row) : `${flag(name, row)} ${placeholder}`.trimEnd();
  const also = alias === undefined ? "" : `, \`--${alias} ${row.value ?? ""}\``;
  const isSaid = value === undefined || type === "boolean";
  return [`\`${long}\`${also}`, `${negatedDoc ?? doc}${isSaid ? "" : ` Default: \`${value}\`.`}`];
}

function flag(name: string, { type, default: value }: OptionRow): string {
  return type === "boolean" && value === true ? `--no-${name}` : `--${name}`;
}
