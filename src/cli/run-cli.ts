import { defined } from "../../runtime/protocol/defined.js";
import { defaultOptions } from "../options/table.js";
import yargs, { type Argv } from "yargs";
import { printError, printOutput, terminalWidth } from "../../runtime/protocol/terminal/print.js";
import { generatorVersion } from "../package-files.js";
import { specOrConfig, type CommandDefinition, type CommandLine } from "./commands/command.js";
import { commandList } from "./commands/command-list.js";
import { CommandConfig } from "./jobs/command-config.js";
import { correctCommand, correctUsage } from "./help/correct-usage.js";
import type { Given } from "./jobs/job.js";
import { UnusableInput } from "./jobs/unusable-input.js";
import { yargsOptions } from "./options.js";
import { printDiagnostics } from "./report.js";
import { UsageError } from "./usage-error.js";

const exitOk = 0;
/** The input can't be used, or `--check` found a difference. */
const exitFailed = 1;
const exitUsage = 2;

/**
 * Runs the command line.
 *
 * @param args The arguments after the program's name
 * @param commands Default: all
 * @returns The exit code: 0 done, 1 unusable input, 2 wrong usage
 */
export async function runCli(
  args: readonly string[],
  commands: readonly CommandDefinition[] = commandList,
): Promise<number> {
  let code = exitOk;
  const parser = yargs([...args])
    .scriptName("mcp-codegen")
    .locale("en")
    .version(generatorVersion())
    .usage("Turns an OpenAPI document into a typed MCP server.")
    .parserConfiguration({
      "populate--": true,
      "camel-case-expansion": false,
      "duplicate-arguments-array": true,
    })
    .strict()
    .wrap(Math.min(80, terminalWidth()))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
  for (const command of commands) {
    addCommand(parser, command, args, (result) => {
      code = typeof result === "number" ? result : result ? exitOk : exitFailed;
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
    printError(
      `mcp-codegen: ${correctUsage(error.message, args, commands)}\nSee mcp-codegen --help.\n`,
    );
    return exitUsage;
  }
  return code;
}

/** Adds a command to the parser. `onEnd` is called with what the command resolves to. */
function addCommand(
  parser: Argv,
  { usage, describe, name, positionals, run }: CommandDefinition,
  args: readonly string[],
  onEnd: (result: boolean | number) => void,
): void {
  parser.command<Given>(
    usage,
    describe,
    (command) => {
      for (const [key, positional] of Object.entries(positionals)) {
        command.positional(key, positional);
      }
      return command.options(yargsOptions(name)) as unknown as Argv<Given>;
    },
    async (argv) => {
      const inputOf: CommandLine["inputOf"] = (spec) =>
        spec === "" && args.includes("-") ? "-" : spec;
      const jobs: CommandLine["jobs"] = (spec) => new CommandConfig(name, argv).jobs(inputOf(spec));
      const worksOnConfig = Object.values(positionals).includes(specOrConfig);
      const options = worksOnConfig
        ? defaultOptions()
        : await new CommandConfig(name, argv).options();
      onEnd(
        await run(
          { ...options, ...defined(argv) },
          { inputOf, jobs, given: argv, words: wordsOf(argv) },
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

/** Whether an error is about the command line. yargs does not export its error class, so compare the name. */
function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && error.name === "YError");
}
