/** Reads the command line of another tool, from words or from the scripts of a package.json. */
import { MigrationFault, type MigrationSource } from "./migrate-model.js";

export interface Flags {
  /** Values by name without dashes; a flag without a value is an empty text. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Returns the words after the program's name. They come from the command line, or from the first script of a package.json that runs
 * the program.
 *
 * @param program matches the name of the program
 */
export function wordsOf({ text, words }: MigrationSource, program: RegExp): readonly string[] {
  const given = words.length > 0 ? words : scriptOf(text, program);
  const at = given.findIndex((word) => program.test(word));
  if (at >= 0) return given.slice(at + 1);
  if (words.length > 0) return words;
  throw new MigrationFault(
    "There is no such command. Give its words after --, or a package.json whose scripts run it.",
  );
}

function scriptOf(text: string | undefined, program: RegExp): readonly string[] {
  const scripts = memberOf(jsonOf(text), "scripts");
  if (typeof scripts !== "object" || scripts === null) return [];
  const script = Object.values(scripts).find(
    (each): each is string => typeof each === "string" && program.test(each),
  );
  const command = script?.split(/&&|\|\||;/).find((each) => program.test(each));
  return command === undefined ? [] : shellWords(command);
}

/** Returns the value of a JSON text; undefined for another text. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined;
  }
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function shellWords(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/** @param aliases long names by short ones */
export function readFlags(
  words: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < words.length; at++) {
    const [, flag, inline] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(words[at] ?? "") ?? [];
    if (flag === undefined) continue;
    const short = flag.replace(/^--?/, "");
    const name = flag.startsWith("--") ? short : (aliases[short] ?? short);
    const next = words[at + 1];
    if (inline !== undefined) values.set(name, inline);
    else if (next !== undefined && !/^--?[A-Za-z]/.test(next)) {
      values.set(name, next);
      at++;
    } else values.set(name, "");
  }
  return values;
}

/** Returns a sentence for each flag that is set and has another way here. */
export function flagNotes(
  flags: ReadonlyMap<string, string>,
  ways: Readonly<Record<string, string>>,
): readonly string[] {
  return [...flags.keys()].flatMap((flag) =>
    Object.hasOwn(ways, flag) ? [`--${flag}: ${ways[flag]}`] : [],
  );
}

/** Says which flags nobody knows here. */
export function unknownFlags(
  flags: ReadonlyMap<string, string>,
  known: readonly string[],
): readonly string[] {
  return [...flags.keys()]
    .filter((flag) => !known.includes(flag))
    .map((flag) => `--${flag}: not known here, so nothing was done with it.`);
}
