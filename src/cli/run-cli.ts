import yargs from "yargs";
import { printError, printOutput, terminalWidth } from "../../runtime/protocol/terminal/print.js";
import { optionTable, type Options } from "../options/table.js";
import { generatorVersion } from "../package-files.js";
import { authActions, type AuthAction } from "./auth/auth-actions.js";
import { readConfig } from "./config.js";
import { yargsOptions } from "./options.js";
import { UsageError } from "./usage-error.js";

const exitOk = 0;
/** The input can't be used, or `--check` found a difference. */
const exitFailed = 1;
const exitUsage = 2;

/**
 * Runs the command line.
 *
 * @param args The arguments after the program's name
 * @returns The exit code: 0 done, 1 unusable input, 2 wrong usage
 */
export async function runCli(args: readonly string[]): Promise<number> {
  let code = exitOk;
  const finish = (result: Promise<boolean>): Promise<void> =>
    result.then((ok) => {
      if (!ok) code = exitFailed;
    });
  const parser = yargs([...args])
    .scriptName("mcp-codegen")
    .locale("en")
    .version(generatorVersion())
    .usage("Turns an OpenAPI document into a typed MCP server.")
    .command<Options & { spec: string }>(
      "$0 <spec>",
      "Generate a server from a document: a file, a URL, or - for stdin",
      (command) =>
        command
          .positional("spec", { type: "string", demandOption: true, describe: "OpenAPI document" })
          .options(yargsOptions("generate"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runGenerate } = await import("./generate-command.js");
        await finish(runGenerate(inputOf(argv.spec, args), argv));
      },
    )
    .command<Options & { spec: string }>(
      "serve <spec>",
      "Serve a document directly, without writing files",
      (command) =>
        command
          .positional("spec", { type: "string", demandOption: true, describe: "OpenAPI document" })
          .options(yargsOptions("serve"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runServe } = await import("./serve-command.js");
        await finish(runServe(inputOf(argv.spec, args), argv));
      },
    )
    .command<Options & { action: AuthAction; spec: string; scheme?: string }>(
      "auth <action> <spec> [scheme]",
      "Manage credentials for the API: doctor reports what is missing, login and logout use OAuth",
      (command) =>
        command
          .positional("action", { choices: authActions, demandOption: true })
          .positional("spec", { type: "string", demandOption: true, describe: "OpenAPI document" })
          .positional("scheme", { type: "string", describe: "Security scheme to log in to" })
          .options(yargsOptions("auth"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runAuth } = await import("./auth/auth-command.js");
        await finish(runAuth(argv.action, inputOf(argv.spec, args), argv.scheme, argv));
      },
    )
    .command<Options & { spec: string }>(
      "list <spec>",
      "Show what each operation becomes, why, and how many tokens it takes",
      (command) =>
        command
          .positional("spec", { type: "string", demandOption: true, describe: "OpenAPI document" })
          .options(yargsOptions("list"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runList } = await import("./list-command.js");
        await finish(runList(inputOf(argv.spec, args), argv));
      },
    )
    .command<Options & { spec: string; operation: readonly string[] }>(
      "explain <spec> <operation..>",
      "Show how one operation, given by id, name or GET /path, is exposed, called and answered",
      (command) =>
        command
          .positional("spec", { type: "string", demandOption: true, describe: "OpenAPI document" })
          .positional("operation", { type: "string", array: true, demandOption: true })
          .options(yargsOptions("explain"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runExplain } = await import("./explain/explain-command.js");
        await finish(runExplain(inputOf(argv.spec, args), argv.operation.join(" "), argv));
      },
    )
    .command<Options & { server?: string }>(
      "client [server]",
      "Generate a typed client of a server: a URL, a command (or its words after --), or a document",
      (command) =>
        command
          .positional("server", { type: "string", describe: "URL, command or OpenAPI document" })
          .options(yargsOptions("client"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runClient } = await import("./client/client-command.js");
        await finish(runClient(inputOf(argv.server, args), wordsOf(argv), argv));
      },
    )
    .command<Options & { server?: string; tool?: string }>(
      "call [server] [tool]",
      "Call one tool of a server: a URL, a command (or its words after --), or a document",
      (command) =>
        command
          .positional("server", { type: "string", describe: "URL, command or OpenAPI document" })
          .positional("tool", { type: "string", describe: "Name of the tool" })
          .options(yargsOptions("call"))
          .config("config", optionTable.config.doc, readConfig),
      async (argv) => {
        const { runCall } = await import("./call/call-command.js");
        code = await runCall(inputOf(argv.server, args), argv.tool, wordsOf(argv), argv);
      },
    )
    .parserConfiguration({
      "populate--": true,
      "camel-case-expansion": false,
      "duplicate-arguments-array": true,
    })
    .strict()
    .wrap(Math.min(100, terminalWidth()))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      throw error ?? new UsageError(message);
    });
  try {
    // With a callback, yargs hands over what it would print.
    await parser.parseAsync([...args], {}, (_error, _argv, output) => {
      if (output !== "") printOutput(`${output}\n`);
    });
  } catch (error) {
    if (!isUsageError(error)) throw error;
    printError(`mcp-codegen: ${error.message}\nSee mcp-codegen --help.\n`);
    return exitUsage;
  }
  return code;
}

/** Restores a lone `-`, which yargs parses as an option without a name. */
function inputOf<Spec extends string | undefined>(spec: Spec, args: readonly string[]): Spec | "-" {
  return spec === "" && args.includes("-") ? "-" : spec;
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
