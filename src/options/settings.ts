/** Options in code and in configurations: the same table, with names in camelCase. */
import type { OptionRow, ValueOf } from "./option-row.js";
import { optionTable, type OptionName } from "./table.js";

type Table = typeof optionTable;

type Camel<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

type SettingName = {
  [Name in OptionName]: Table[Name] extends { commandLineOnly: true } ? never : Name;
}[OptionName];

/** A repeatable option takes one value or a list. */
type SettingValue<Row extends OptionRow> =
  | ValueOf<Row>
  | (Row extends { repeatable: true } ? string : never)
  | (Row extends { numeric: true } ? number : never);

/** Values of options by their names in camelCase: `dryRun` for `--dry-run`. */
export type Settings = {
  readonly [Name in SettingName as Camel<Name>]?: SettingValue<Table[Name]> | undefined;
};

/** Returns the name of an option in code and in configurations. */
export function settingName(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The options that may be settings, by their names in camelCase. */
export const settingRows: ReadonlyMap<
  string,
  { readonly option: OptionName; readonly row: OptionRow }
> = new Map(
  Object.entries<OptionRow>(optionTable)
    .filter(([, row]) => row.commandLineOnly !== true)
    .map(([option, row]) => [settingName(option), { option: option as OptionName, row }]),
);
