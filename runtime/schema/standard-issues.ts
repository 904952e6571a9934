/** Issues of Standard Schema libraries in sentences for a model. Loaded with the first value that is refused. */
import type { StandardIssue } from "./schema-source.js";

/** Most issues that are explained to a model. */
const maxSentences = 10;
const maxSentence = 300;

/** Explains each issue in a line of its own. */
export function explainIssues(issues: readonly StandardIssue[]): string {
  const sentences = new Set<string>();
  for (const issue of issues) sentences.add(sentenceFor(issue));
  const shown = [...sentences].slice(0, maxSentences);
  const more = sentences.size - shown.length;
  return shown.join("\n") + (more > 0 ? `\n… and ${more} more.` : "");
}

function sentenceFor({ message, path }: StandardIssue): string {
  const name = nameOf(path ?? []);
  const short = message.length > maxSentence ? `${message.slice(0, maxSentence)}…` : message;
  const text = /[.!?…]$/.test(short) ? short : `${short}.`;
  // ArkType's messages begin with the path.
  if (name === "" || text.startsWith(`${name} `)) return text;
  return `\`${name}\`: ${text}`;
}

/** Writes a path: `filter[0].name`. */
function nameOf(path: NonNullable<StandardIssue["path"]>): string {
  let name = "";
  // Not with `map`: the constructor of ArkType's paths takes the length from `map` for an item.
  for (const segment of path) {
    const key = typeof segment === "object" ? segment.key : segment;
    if (typeof key === "number" && name !== "") name += `[${key}]`;
    else name += (name === "" ? "" : ".") + String(key);
    if (name.length > maxSentence) return `${name.slice(0, maxSentence)}…`;
  }
  return name;
}
