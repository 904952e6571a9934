import type { PositionalOptions } from "yargs";
import type { Command } from "../../options/option-row.js";
import type { Options } from "../../options/table.js";
import type { Given, Job, Work } from "../jobs/job.js";

/** A command of the command line. Its handler is loaded when the command runs. */
export interface CommandDefinition<Positionals extends object = object> {
  /** The name and the positional arguments in yargs' form; `$0` is the command without a name. */
  readonly usage: string;
  readonly describe: string;
  /** Lines of a shell, each with what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** The column of the option table that holds the command's options. */
  readonly name: Command;
  readonly positionals: Readonly<
    Record<string, PositionalOptions & { readonly defaultDescription?: string }>
  >;
  /** Words after `--` are for a program that the command starts or reads of. */
  readonly takesWords?: true;
  /** The command asks for its jobs, so that the configuration is not read for it before. */
  readonly readsConfig?: true;
  /** Resolves to the exit code, or to false for an unusable input or a difference that `--check` found. */
  readonly run: (argv: Options & Positionals, line: CommandLine) => Promise<boolean | number>;
}

/** The words of the command line that yargs does not tell. */
export interface CommandLine {
  /** Restores a lone `-`, which yargs parses as an option without a name. */
  readonly inputOf: <Spec extends string | undefined>(spec: Spec) => Spec | "-";
  /**
   * Returns the documents to work on, each with its options: the one that the command line names, or else those of the
   * configuration, which is read anew by each call.
   */
  readonly jobs: (spec: string | undefined) => Promise<readonly Job[]>;
  /** Returns the same for a command that writes, with the project of which the documents are parts, if they are. */
  readonly work: (spec: string | undefined) => Promise<Work>;
  /**
   * Returns a document that the command line names, with the options of the server that the configuration makes of it or of
   * another one of the files.
   */
  readonly jobOf: (spec: string, files: readonly string[]) => Promise<Job>;
  /** The options that the command line gives, without defaults. */
  readonly given: Given;
  /** The words after `--`. */
  readonly words: readonly string[];
}

/** Hides the types of a command's positional arguments, so that commands fit into one list. */
export function defineCommand<Positionals extends object>(
  definition: CommandDefinition<Positionals>,
): CommandDefinition {
  return definition as unknown as CommandDefinition;
}

/** The positional argument of commands that read a document. */
export const spec = {
  type: "string",
  demandOption: true,
  describe: "OpenAPI document",
} as const satisfies PositionalOptions;

/** The positional argument of commands that work on the configuration's documents if none is named. */
export const specOrConfig = {
  type: "string",
  describe: "OpenAPI document; default: those of the configuration",
} as const satisfies PositionalOptions;

/** The positional argument of commands that connect to a server. */
export const server = {
  type: "string",
  describe: "URL, command or OpenAPI document",
} as const satisfies PositionalOptions;
