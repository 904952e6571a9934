import { optionTable, type OptionName, type OptionRow, type Options } from "./table.js";

/** What shapes the text of the output; the rest decides whether and where it is written. */
const shaping: readonly OptionName[] = [
  "overlay",
  "routes",
  "name",
  "layout",
  "runtime",
  "description-limit",
  "input-schema-limit",
  "output-schema-limit",
  "mode",
  "budget",
  "client",
  "tests",
];

/**
 * The options that shaped an output, as typed, without those left at their defaults: for the header of generated
 * files. Folders are left out: they differ between machines.
 */
export function echoOptions(options: Options): string {
  return shaping
    .flatMap((name) => {
      const row: OptionRow = optionTable[name];
      const value = options[name];
      if (value === undefined || value === row.default) return [];
      if (value === true) return [`--${name}`];
      const isFile = name === "routes" || name === "overlay";
      return [value].flat().map((one) => {
        const text = isFile ? String(one).split(/[\\/]/).pop() : String(one);
        return `--${name} ${text}`;
      });
    })
    .join(" ");
}
