/** Says in our words what yargs refuses, and adds what the user most likely means. */
import { existsSync } from "node:fs";
import type { PositionalOptions } from "yargs";
import type { CommandDefinition } from "../commands/command.js";
import { nearest } from "./nearest-word.js";

/**
 * Returns the message for words that a command can't take. Any other message is returned as it is.
 *
 * @param args The arguments after the program's name
 * @param command The command that they are for
 */
export function correctUsage(
  message: string,
  args: readonly string[],
  command: CommandDefinition,
): string {
  const surplus = /^Unknown arguments?: ([^]*)$/.exec(message)?.[1];
  if (surplus !== undefined) return explainSurplus(surplus, args, command);
  const got = /^Not enough non-option arguments: got (\d+)/.exec(message)?.[1];
  if (got !== undefined) return explainMissing(Number(got), command);
  return message.replace(
    /^Invalid values:\n {2}Argument: (\S+), Given: (.*), Choices: (.*)$/,
    (_all, name: string, given: string, choices: string) =>
      explainChoice(
        Object.hasOwn(command.positionals, name) ? `The ${name}` : `--${name}`,
        unquoted(given),
        choices.split(", ").map(unquoted),
      ),
  );
}

function explainSurplus(
  surplus: string,
  args: readonly string[],
  command: CommandDefinition,
): string {
  const [first = ""] = args;
  const isWord = /^[a-z-]+$/i.test(first) && !first.startsWith("-");
  if (nameOf(command) === "$0" && isWord && !existsSync(first)) {
    return `There is no command or file "${first}".`;
  }
  return `Remove ${surplus}: the command is ${usageOf(command)}`;
}

function explainMissing(got: number, command: CommandDefinition): string {
  const wanted = command.usage.split(" ")[got + 1] ?? "";
  const { choices, describe } = command.positionals[wanted.replace(/[^\w-]/g, "")] ?? {};
  const what = choices ? choicesOf(choices) : describe;
  return `${wanted} is missing${what === undefined ? "" : ` (${what})`}: ${usageOf(command)}`;
}

function choicesOf(choices: NonNullable<PositionalOptions["choices"]>): string {
  return [choices].flat().map(String).join(", ");
}

function explainChoice(name: string, given: string, choices: readonly string[]): string {
  const near = nearest(given, choices);
  const all = choices.map((each) => `"${each}"`).join(", ");
  const hint = near === undefined ? `It is one of ${all}.` : `Did you mean "${near}"?`;
  return `${name} can't be "${given}". ${hint}`;
}

/** Returns the message for a first word that is neither a command nor a file, but nearly a command. */
export function correctCommand(
  word: string,
  commands: readonly CommandDefinition[],
): string | undefined {
  const names = commands.map(nameOf).filter((name) => name !== "$0");
  if (!/^[a-z]{3,}$/i.test(word) || names.includes(word) || existsSync(word)) return undefined;
  const near = nearest(word, names);
  return near && `There is no command or file "${word}". Did you mean ${near}?`;
}

/** Returns how the help of a command is asked for. */
export function helpOf(command: CommandDefinition): string {
  const name = nameOf(command);
  return name === "$0" ? "mcp-codegen --help" : `mcp-codegen ${name} --help`;
}

/** Returns the form of a command, such as `mcp-codegen diff <old> <new>`. */
export function usageOf({ usage }: CommandDefinition): string {
  return `mcp-codegen ${usage.replace(/^\$0 /, "")}`;
}

function nameOf({ usage }: CommandDefinition): string {
  return usage.split(" ")[0] ?? "";
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, "$1");
}
