import { defined } from "../../runtime/protocol/defined.js";
import { defaultOptions } from "../options/table.js";
import yargs, { type Argv } from "yargs";
import { printError, printOutput, terminalWidth } from "../../runtime/protocol/terminal/print.js";
import { generatorVersion } from "../package-files.js";
import { specOrConfig, type CommandDefinition, type CommandLine } from "./commands/command.js";
import { commandList } from "./commands/command-list.js";
import { CommandConfig } from "./jobs/command-config.js";
import { correctCommand, correctUsage, helpOf, usageOf } from "./help/correct-usage.js";
import { checkOptions } from "./help/given-options.js";
import type { Given } from "./jobs/job.js";
import { UnusableInput } from "./jobs/unusable-input.js";
import { yargsOptions } from "./options.js";
import { printDiagnostics } from "./report.js";
import { UsageError } from "./usage-error.js";

const exitOk = 0;
/** With one of these, yargs answers by itself, whatever else is given. */
const asking = new Set(["--help", "--version", "--get-yargs-completions"]);
/** The input can't be used, or `--check` found a difference. */
const exitFailed = 1;
const exitUsage = 2;

/**
 * Runs the command line.
 *
 * @param given The arguments after the program's name
 * @param commands Default: all
 * @returns The exit code: 0 done, 1 unusable input, 2 wrong usage
 */
export async function runCli(
  given: readonly string[],
  commands: readonly CommandDefinition[] = commandList,
): Promise<number> {
  const args = withLongHelp(given);
  let code = exitOk;
  let current = commands[0];
  const parser = yargs([...args])
    .scriptName("mcp-codegen")
    .locale("en")
    .version(generatorVersion())
    .usage("Turns an OpenAPI document into a typed MCP server.")
    .parserConfiguration({
      "populate--": true,
      "camel-case-expansion": false,
      "duplicate-arguments-array": true,
      "dot-notation": false,
      "short-option-groups": false,
    })
    .strict()
    .wrap(Math.min(100, terminalWidth()))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
  for (const command of commands) {
    addCommand(parser, command, args, {
      onChosen: () => (current = command),
      onEnd: (result) => {
        code = typeof result === "number" ? result : result ? exitOk : exitFailed;
      },
    });
  }
  try {
    const misspelt = correctCommand(args[0] ?? "", commands);
    if (misspelt !== undefined) throw new UsageError(misspelt);
    // With a callback, yargs hands over what it would print.
    await parser.parseAsync([...args], {}, (_error, _argv, output) => {
      if (output !== "") printOutput(`${output}\n`);
    });
  } catch (error) {
    if (error instanceof UnusableInput) {
      printDiagnostics(error.diagnostics, { quiet: false, verbose: true });
      return exitFailed;
    }
    if (!isUsageError(error)) throw error;
    printError(usageText(error, args, current));
    return exitUsage;
  }
  return code;
}

/** Returns what is printed for a wrong command line. */
function usageText(
  { message }: Error,
  args: readonly string[],
  command: CommandDefinition | undefined,
): string {
  const said = command ? correctUsage(message, args, command) : message;
  return `mcp-codegen: ${said}\nSee ${command ? helpOf(command) : "mcp-codegen --help"}.\n`;
}

interface CommandEvents {
  /** The arguments name the command; it has not begun. */
  readonly onChosen: () => void;
  /** Receives what the command resolves to. */
  readonly onEnd: (result: boolean | number) => void;
}

/** Adds a command to the parser. */
function addCommand(
  parser: Argv,
  definition: CommandDefinition,
  args: readonly string[],
  { onChosen, onEnd }: CommandEvents,
): void {
  const { usage, describe, name, positionals, examples, readsConfig, run } = definition;
  parser.command<Given>(
    usage,
    describe,
    (command) => {
      onChosen();
      if (!args.some((arg) => asking.has(arg))) checkOptions(args, name);
      for (const [key, positional] of Object.entries(positionals)) {
        command.positional(key, positional);
      }
      command.options(yargsOptions(name)).group(["help", "version"], "Help:");
      command.example(examples.map(([line, what]) => [line, what]));
      return command as unknown as Argv<Given>;
    },
    async (argv) => {
      const words = wordsOf(argv);
      if (words.length > 0 && !definition.takesWords) {
        throw new UsageError(
          `There is no program to take the words after --: the command is ${usageOf(definition)}`,
        );
      }
      const inputOf: CommandLine["inputOf"] = (spec) => {
        if (spec !== "") return spec;
        if (args.includes("-")) return "-";
        throw new UsageError("The name of the document is empty.");
      };
      const jobs: CommandLine["jobs"] = (spec) => new CommandConfig(name, argv).jobs(inputOf(spec));
      const work: CommandLine["work"] = (spec) => new CommandConfig(name, argv).work(inputOf(spec));
      const jobOf: CommandLine["jobOf"] = (spec, files) =>
        new CommandConfig(name, argv).jobOf(spec, files);
      const worksOnConfig = readsConfig ?? Object.values(positionals).includes(specOrConfig);
      const options = worksOnConfig
        ? defaultOptions()
        : await new CommandConfig(name, argv).options();
      onEnd(
        await run(
          { ...options, ...defined(argv) },
          { inputOf, jobs, work, jobOf, given: argv, words },
        ),
      );
    },
  );
}

/** Returns the words after `--`. */
function wordsOf(argv: object): readonly string[] {
  const words: unknown = "--" in argv ? argv["--"] : [];
  return Array.isArray(words) ? words.map(String) : [];
}

/** Replaces `-h`, which would be the only short option in the help. */
function withLongHelp(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.map((arg, index) => (arg === "-h" && (end < 0 || index < end) ? "--help" : arg));
}

/** Whether an error is about the command line. yargs does not export its error class, so compare the name. */
function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && error.name === "YError");
}
