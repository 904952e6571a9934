import type { Options as YargsOption } from "yargs";
import { optionTable, type Command, type OptionRow } from "../options/table.js";

/** The table's rows that a command knows, as yargs wants them. */
export function yargsOptions(command: Command): Record<string, YargsOption> {
  const rows = Object.entries<OptionRow>(optionTable);
  return Object.fromEntries(
    rows
      .filter(([, row]) => row.commands.includes(command))
      .map(([name, row]) => [name, toYargs(row)]),
  );
}

function toYargs(row: OptionRow): YargsOption {
  return {
    type: row.type,
    describe: row.doc,
    ...(row.default === undefined ? {} : { default: row.default }),
    ...(row.choices ? { choices: row.choices } : {}),
    ...(row.type === "boolean" ? {} : { requiresArg: row.value !== "[PORT]" }),
  };
}
