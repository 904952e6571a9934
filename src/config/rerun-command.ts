import path from "node:path";
import { fileURLToPath } from "node:url";
import type { OptionRow } from "../options/option-row.js";
import { optionTable, type OptionName, type Options } from "../options/table.js";

/** A run of the generator. */
export interface RepeatedRun {
  /** A path, a URL or `-` for stdin. */
  readonly input: string;
  readonly options: Options;
  /** Folder of relative paths. */
  readonly cwd: string;
  /** The output folder. */
  readonly out: string;
  /** The configuration that the run follows, and the server, if the configuration has several. */
  readonly configuration?: { readonly file: string; readonly server?: string };
}

/** Options that say how a run goes, not what it writes. */
const ofOneRun: ReadonlySet<OptionName> = new Set([
  "out",
  "dry-run",
  "check",
  "force",
  "print",
  "json",
  "quiet",
  "verbose",
  "allow-removed",
  "allow-wider",
  "allow-other-document",
  "allow-other-server",
  "fix",
  "allow-dead-overrides",
]);

/**
 * Returns a command that repeats a run in the output folder, also in a clone: its paths are relative, and the version is
 * the present one. Undefined if there is none: the document comes from stdin or from memory, has a secret in its address,
 * or has a name that shells would change.
 */
export function rerunCommand(run: RepeatedRun, version: string): string | undefined {
  const args = run.configuration ? configArguments(run) : documentArguments(run);
  const words = args?.map(shellWord);
  if (words === undefined || words.includes(undefined)) return undefined;
  return [`npx mcp-codegen@${version}`, ...words].join(" ");
}

type Arguments = readonly (string | undefined)[];

function configArguments(run: RepeatedRun): Arguments {
  const { file = "", server } = run.configuration ?? {};
  return ["--config", fromOut(file, run), ...(server === undefined ? [] : ["--only", server])];
}

function documentArguments(run: RepeatedRun): Arguments | undefined {
  if (run.input === "-") return undefined;
  const options = Object.entries<OptionRow>(optionTable).flatMap(([name, row]) =>
    row.commandLineOnly || ofOneRun.has(name as OptionName) || !row.commands.includes("generate")
      ? []
      : optionArguments(name as OptionName, row, run),
  );
  return [fromOut(run.input, run), "--out", ".", ...options];
}

function optionArguments(name: OptionName, row: OptionRow, run: RepeatedRun): Arguments {
  const value = run.options[name];
  if (value === undefined || value === row.default) return [];
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  const values: readonly (string | number)[] = [value].flat();
  return values.flatMap((one) => [`--${name}`, row.path ? fromOut(String(one), run) : String(one)]);
}

/** Returns a path as it is seen from the output folder. Undefined if nothing but the root is above both. */
function fromOut(given: string, { cwd, out }: RepeatedRun): string | undefined {
  if (/^https?:/i.test(given) && URL.canParse(given))
    return hasSecret(new URL(given)) ? undefined : given;
  const file = /^file:/i.test(given) ? fileURLToPath(given) : path.resolve(cwd, given);
  const from = path.resolve(cwd, out);
  const [top] = path.relative(path.parse(from).root, from).split(path.sep);
  if (path.relative(path.parse(file).root, file).split(path.sep)[0] !== top) return undefined;
  return path.relative(from, file).split(path.sep).join("/");
}

/** An address with a secret works for whoever has it, and must not be checked in. */
function hasSecret({ username, password, searchParams }: URL): boolean {
  const isSecret = (name: string): boolean =>
    /key|token|secret|sig|auth|pass|code|session/i.test(name);
  return username !== "" || password !== "" || [...searchParams.keys()].some(isSecret);
}

/** Quotes a word for the shells of all systems, in which npm runs scripts. Undefined if one of them would change it. */
function shellWord(word: string | undefined): string | undefined {
  if (word === undefined || /["$`\\!\p{Cc}]|%.*%/u.test(word)) return undefined;
  return /^[\w@+=:,./-]+$/.test(word) ? word : `"${word}"`;
}
