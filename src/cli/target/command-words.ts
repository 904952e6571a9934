import { UsageError } from "../usage-error.js";

/** What a shell would act on. No shell runs the command, so it would be an argument, which nobody means. */
const forShells = /[|&;<>$`\n\r]/;

/** A quoted or plain part of a word, or the space between words. */
const part = /\s+|"([^"]*)"|'([^']*)'|[^\s"']+|["']/g;

/**
 * Splits a command into words at spaces outside of quotes. A backslash means itself, as in paths of Windows.
 *
 * @throws UsageError for a command that is written for a shell, or has an open quote
 */
export function commandWords(text: string): readonly string[] {
  if (forShells.test(text)) throw unclear("is written for a shell, and none runs it");
  const words: string[] = [];
  let word: string | undefined;
  for (const [found, double, single] of text.matchAll(part)) {
    if (/^\s/.test(found)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (found === '"' || found === "'") {
      throw unclear("has a quote that does not end");
    } else {
      word = (word ?? "") + (double ?? single ?? found);
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function unclear(why: string): UsageError {
  return new UsageError(
    `The command ${why}. Give its words after --, as in: mcp-codegen call TOOL -- npx -y some-server`,
  );
}
