/** Adds to yargs' messages what the user most likely means. */
import { existsSync } from "node:fs";
import { nearestName } from "../../../runtime/contract/nearest-name.js";
import type { CommandDefinition } from "../commands/command.js";
import { yargsOptions } from "../options.js";

/**
 * Returns the message for a wrong command line, with a suggestion if something near exists.
 *
 * @param args The arguments after the program's name
 */
export function correctUsage(
  message: string,
  args: readonly string[],
  commands: readonly CommandDefinition[],
): string {
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(", ");
  if (unknown) return unknown.map((name) => explainUnknown(name, args, commands)).join(" ");
  return message.replace(
    /^Invalid values:\n {2}Argument: (\S+), Given: (.*), Choices: (.*)$/,
    (_all, name: string, given: string, choices: string) =>
      explainChoice(
        args.some((arg) => arg.startsWith(`--${name}`)) ? `--${name}` : `The ${name}`,
        unquoted(given),
        choices.split(", ").map(unquoted),
      ),
  );
}

function explainUnknown(
  name: string,
  args: readonly string[],
  commands: readonly CommandDefinition[],
): string {
  const [first = ""] = args;
  if (args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))) {
    const command = commands.find((each) => nameOf(each) === first) ?? commands[0];
    const near = nearest(name, Object.keys(command ? yargsOptions(command.name) : {}));
    return `There is no option --${name}.${near === undefined ? "" : ` Did you mean --${near}?`}`;
  }
  return `Unknown argument: ${name}.`;
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
  const names = commandNames(commands);
  if (!/^[a-z]{3,}$/i.test(word) || names.includes(word) || existsSync(word)) return undefined;
  const near = nearest(word, names);
  return near && `There is no command or file "${word}". Did you mean ${near}?`;
}

/** Two letters may be in each other's place. */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3));
  return nearestName(word.slice(0, 64), candidates, allowed);
}

function commandNames(commands: readonly CommandDefinition[]): readonly string[] {
  return commands.map(nameOf).filter((name) => name !== "$0");
}

function nameOf({ usage }: CommandDefinition): string {
  return usage.split(" ")[0] ?? "";
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, "$1");
}
