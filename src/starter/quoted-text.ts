import { dump } from "js-yaml";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";

/** Writes a value as YAML in which every string has double quotes, and shows no hidden character as it is. */
export function quotedYaml(value: unknown): string {
  const style = { lineWidth: -1, quotingType: '"', forceQuotes: true, noRefs: true } as const;
  return escaped(dump(value, style));
}

/** Writes a value as JSON, which is JavaScript too, without hidden characters. */
export function quotedJson(value: unknown, indent?: number): string {
  return escaped(JSON.stringify(value, null, indent));
}

/** Strings in double quotes have the same escapes in YAML, JSON and JavaScript. */
function escaped(text: string): string {
  return text.split("\n").map(escapeHidden).join("\n");
}
