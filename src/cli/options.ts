import { defined } from "../../runtime/protocol/defined.js";
import type { Options as YargsOption } from "yargs";
import type { Command, OptionRow } from "../options/option-row.js";
import { optionGroups } from "../options/table.js";
import { UsageError } from "./usage-error.js";

/** Returns the options of a command in the form of yargs. Defaults are only described: a configuration comes before them. */
export function yargsOptions(command: Command): Record<string, YargsOption> {
  return Object.fromEntries(
    optionGroups.flatMap(({ title, options }) =>
      Object.entries(options)
        .filter(([, row]) => row.commands.includes(command))
        .map(([name, row]) => [name, { ...toYargs(name, row), group: `${title}:` }]),
    ),
  );
}

function toYargs(name: string, row: OptionRow): YargsOption {
  return {
    type: row.type,
    describe: row.doc,
    ...defined({
      defaultDescription: described(row.default),
      choices: row.choices,
      alias: row.alias,
    }),
    ...(row.repeatable
      ? { array: true, nargs: 1, coerce: (values) => each(name, row, values) }
      : { coerce: (value) => last(name, row, value) }),
    ...defined({ requiresArg: row.type === "boolean" ? undefined : row.value !== "[PORT]" }),
  };
}

function described(value: OptionRow["default"]): string | undefined {
  return value === undefined || value === false ? undefined : JSON.stringify(value);
}

/** Takes the last value of an option that is given several times. */
function last(name: string, { type, check }: OptionRow, value: unknown): unknown {
  const one: unknown = Array.isArray(value) ? value.at(-1) : value;
  if (check && typeof one === "string") rejectInvalid(name, one, check);
  return type === "number" && one !== undefined ? count(name, one as number) : one;
}

/** Checks the values of an option that may be given several times. */
function each(name: string, { check }: OptionRow, values: unknown): unknown {
  for (const value of [values].flat()) {
    if (check && typeof value === "string") rejectInvalid(name, value, check);
  }
  return values;
}

function rejectInvalid(name: string, value: string, check: (value: string) => unknown): void {
  try {
    check(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--${name}: ${error.message}`);
  }
}

/** Checks a number; yargs parses other text as NaN. */
function count(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new UsageError(`--${name} must be a whole number, 0 or more.`);
}
