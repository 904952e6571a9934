/** The lines of the documentation that are typed into a shell, and how a test can try them. */
import { checkedBlocks } from "./blocks.js";

export interface ShellLine {
  readonly place: string;
  /** The line without comment and variables. */
  readonly text: string;
  /** The words after the program, without quotes. */
  readonly words: readonly string[];
  readonly program: string;
  /** Variables that are set for the program. */
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the lines of all shell blocks. A line that ends in a backslash continues on the next. */
export function shellLines(): readonly ShellLine[] {
  return checkedBlocks("sh").flatMap(({ place, code }) =>
    code
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .flatMap((line) => line.split(" && "))
      .map((line) => line.replace(/(?:^|\s+)#(?:\s.*)?$/, "").trim())
      .filter((line) => line !== "")
      .map((line) => readLine(place, line)),
  );
}

/** Returns the words after `npx mcp-codegen`, or undefined for another program. */
export function ownWords({ program, words }: ShellLine): readonly string[] | undefined {
  if (program === "mcp-codegen") return words;
  return program === "npx" && words[0] === "mcp-codegen" ? words.slice(1) : undefined;
}

function readLine(place: string, text: string): ShellLine {
  const words = splitWords(text);
  const env: Record<string, string> = {};
  while (/^[A-Z_]+=/.test(words[0] ?? "")) {
    const [, name = "", value = ""] = /^([A-Z_]+)=(.*)$/.exec(words.shift() ?? "") ?? [];
    env[name] = value;
  }
  const [program = "", ...rest] = words;
  return { place, text, program, words: rest, env };
}

/** Splits a line as a shell does, as far as documentation needs it: quotes, but no variables or patterns. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) =>
      String(single ?? double),
    ),
  );
}
