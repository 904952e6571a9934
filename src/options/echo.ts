import type { OptionRow } from "./option-row.js";
import { optionTable, type OptionName, type Options } from "./table.js";

const shaping: readonly OptionName[] = [
  "overlay",
  "routes",
  "auth",
  "env",
  "name",
  "rename",
  "layout",
  "templates",
  "runtime",
  "import-extension",
  "runtime-dir",
  "split",
  "description-limit",
  "instructions-limit",
  "input-schema-limit",
  "output-schema-limit",
  "unknown-arguments",
  "scopes",
  "mode",
  "budget",
  "client",
  "tests",
  "allow-internal",
  "trust-x-mcp",
];

const paths: ReadonlySet<string> = new Set(["routes", "overlay", "templates", "runtime-dir"]);

/**
 * Returns the options that shape the text of an output, without defaults, for the header of `server.ts` and the
 * manifest. Paths lose their folders, which differ between machines.
 */
export function echoOptions(options: Options): string {
  return shaping
    .flatMap((name) => {
      const row: OptionRow = optionTable[name];
      const value = options[name];
      if (value === undefined || value === row.default) return [];
      if (value === true) return [`--${name}`];
      const isPath = paths.has(name);
      return [value].flat().map((one) => {
        const text = isPath
          ? String(one)
              .replace(/[\\/]+$/, "")
              .split(/[\\/]/)
              .pop()
          : String(one);
        return `--${name} ${text}`;
      });
    })
    .join(" ");
}

/** Options without which a server exposes more. */
const narrowing: readonly OptionName[] = [
  "routes",
  "overlay",
  "mode",
  "budget",
  "client",
  "scopes",
];

/** Returns the options without which a server exposes more that the first echo has and the second has not. */
export function lostOptions(before: string, now: string): readonly string[] {
  const [former, current] = [readEcho(before), readEcho(now)];
  return narrowing.flatMap((name) => {
    const given = former.get(name) ?? [];
    const still = current.get(name) ?? [];
    if (still.length >= given.length) return [];
    return given.filter((option) => !still.includes(option));
  });
}

/** Splits an echo into options by name: `routes` has `--routes routes.yaml`. */
function readEcho(echo: string): ReadonlyMap<string, readonly string[]> {
  const options = new Map<string, string[]>();
  for (const option of echo.split(/ (?=--)/)) {
    const [, name = ""] = /^--([a-z-]+)/.exec(option) ?? [];
    options.set(name, [...(options.get(name) ?? []), option]);
  }
  return options;
}
