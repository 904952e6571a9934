import { statSync } from "node:fs";
import { UsageError } from "../usage-error.js";
import { commandWords } from "./command-words.js";

/** What a command line names: a document, or a server that runs or can be started. */
export type Target =
  | { readonly kind: "document"; readonly spec: string }
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] };

/**
 * Reads what `client` and `call` are to use: the words after `--` are a command; else a URL is that of a server, unless it
 * ends like a document; a file is a document; anything else is a command in one word.
 *
 * @param given the target's word; undefined without one
 * @param words the words after `--`
 * @throws UsageError if there is none, or more than one
 */
export function readTarget(given: string | undefined, words: readonly string[]): Target {
  const [command, ...args] = words;
  if (command !== undefined) {
    if (given !== undefined) {
      throw new UsageError(`Either ${given} or the command after -- can be used, not both.`);
    }
    return { kind: "command", command, args };
  }
  if (given === undefined || given.trim() === "") {
    throw new UsageError(
      "Name a document, the URL of a server, or the command of one after --: -- npx -y some-server",
    );
  }
  if (/^(?:https?|wss?):\/\//i.test(given)) return targetOfUrl(given);
  if (given === "-" || /^file:|\.(?:json|ya?ml)$/i.test(given) || isData(given)) {
    return { kind: "document", spec: given };
  }
  const [program = given, ...rest] = commandWords(given);
  return { kind: "command", command: program, args: rest };
}

function targetOfUrl(given: string): Target {
  if (!URL.canParse(given)) throw new UsageError("The server's URL is not valid.");
  const url = new URL(given);
  const isDocument = /\.(?:json|ya?ml)$/i.test(url.pathname) && url.protocol.startsWith("http");
  return isDocument ? { kind: "document", spec: given } : { kind: "url", url };
}

/** Whether there is a file of this name that is no program. */
function isData(given: string): boolean {
  const stat = statSync(given, { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & 0o111) === 0;
}
