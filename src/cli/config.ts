import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import type { OptionRow } from "../options/option-row.js";
import { optionTable } from "../options/table.js";
import { UsageError } from "./usage-error.js";

/**
 * Reads options from a JSON or YAML file: a mapping of option names, as on the command line but without the dashes.
 *
 * @throws UsageError naming the file when it can't be read or holds anything else
 */
export function readConfig(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = load(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`${file} can't be read: ${reason}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`${file} must hold a mapping of option names to values.`);
  }
  const settings: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(value)) {
    const { repeatable } = checkSetting(file, name, setting);
    settings[name] = repeatable ? [setting].flat() : setting;
  }
  return settings;
}

function checkSetting(file: string, name: string, setting: unknown): OptionRow {
  const row: OptionRow | undefined = Object.hasOwn(optionTable, name)
    ? optionTable[name as keyof typeof optionTable]
    : undefined;
  if (!row || name === "config") throw new UsageError(`${file}: unknown option "${name}".`);
  if (row.repeatable) {
    if ([setting].flat().every((one) => typeof one === row.type)) return row;
    throw new UsageError(`${file}: "${name}" must be a ${row.type} or a list of them.`);
  }
  if (typeof setting !== row.type) {
    throw new UsageError(`${file}: "${name}" must be a ${row.type}, not a ${typeof setting}.`);
  }
  if (row.choices && !row.choices.includes(setting as string)) {
    throw new UsageError(`${file}: "${name}" must be one of ${row.choices.join(", ")}.`);
  }
  return row;
}
