/** Refuses options that yargs would misread, such as `--no-out`, or would refuse in words of its own. */
import type { Command, OptionRow } from "../../options/option-row.js";
import { optionTable } from "../../options/table.js";
import { UsageError } from "../usage-error.js";
import { nearest } from "./nearest-word.js";

/** Options of every command, which yargs adds. */
const always: readonly (readonly [string, Pick<OptionRow, "type">])[] = [
  ["help", { type: "boolean" }],
  ["version", { type: "boolean" }],
];

interface GivenOption {
  readonly name: string;
  readonly isNegated: boolean;
  /** What follows `=`, or the next word unless that is an option. */
  readonly value: string | undefined;
  readonly inline: boolean;
}

/**
 * Checks the options before yargs reads them.
 *
 * @param args The arguments after the program's name
 * @throws UsageError for an option that the command doesn't have, that lacks its value, or that has one it doesn't take
 */
export function checkOptions(args: readonly string[], command: Command): void {
  const rows = new Map<string, Pick<OptionRow, "type" | "value" | "choices">>(always);
  for (const [name, row] of Object.entries<OptionRow>(optionTable)) {
    if (!row.commands.includes(command)) continue;
    rows.set(name, row);
    if (row.alias !== undefined) rows.set(row.alias, row);
  }
  const end = args.indexOf("--");
  const words = end < 0 ? args : args.slice(0, end);
  words.forEach((word, index) => {
    if (!isOption(word)) return;
    if (!word.startsWith("--")) {
      throw new UsageError(`There is no option ${word}: options begin with --.`);
    }
    const given = readOption(word, words[index + 1]);
    const row = rows.get(given.name);
    if (!row) throw new UsageError(unknownOption(given, command, [...rows.keys()]));
    if (row.type === "boolean") refuseValue(given);
    else requireValue(given, row);
  });
}

/** A lone hyphen stands for stdin, and a number may be negative. */
function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-\.?\d/.test(word);
}

function readOption(word: string, next: string | undefined): GivenOption {
  const equals = word.indexOf("=");
  const inline = equals >= 0;
  const written = word.slice(2, inline ? equals : undefined);
  const isNegated = written.startsWith("no-");
  const following = next === undefined || isOption(next) ? undefined : next;
  return {
    name: isNegated ? written.slice("no-".length) : written,
    isNegated,
    value: inline ? word.slice(equals + 1) : following,
    inline,
  };
}

function refuseValue({ name, isNegated, inline, value = "" }: GivenOption): void {
  if (!inline || (!isNegated && ["true", "false"].includes(value))) return;
  throw new UsageError(`--${name} takes no value: write --${name} or --no-${name}.`);
}

function requireValue(
  { name, isNegated, value }: GivenOption,
  row: Pick<OptionRow, "value" | "choices">,
): void {
  if (isNegated) throw new UsageError(`There is no --no-${name}: leave out --${name} instead.`);
  const placeholder = row.choices?.join("|") ?? row.value ?? "VALUE";
  const isOptional = placeholder.startsWith("[");
  if (isOptional || (value !== undefined && value !== "")) return;
  throw new UsageError(`--${name} needs a value: --${name} ${placeholder}`);
}

function unknownOption(
  { name, isNegated }: GivenOption,
  command: Command,
  known: readonly string[],
): string {
  const said = `There is no option --${isNegated ? "no-" : ""}${name}`;
  const row = Object.entries<OptionRow>(optionTable).find(([each]) => each === name)?.[1];
  if (row) return `${said} for ${command}. It belongs to ${listed(row.commands)}.`;
  const near = nearest(name, known);
  return `${said}.${near === undefined ? "" : ` Did you mean --${near}?`}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
