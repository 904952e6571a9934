import { quotedYaml } from "./quoted-text.js";
import type { StarterRule } from "./starter-rules.js";

/** Shown operations of a rule. */
const shownOperations = 3;

/**
 * Writes a starter route map. Texts of the document are quoted strings, or stand in comments of one line.
 *
 * @param active whether the rules apply; otherwise they are comments
 */
export function routeMapText(rules: readonly StarterRule[], active: boolean): string {
  const head = [
    "# Which operations become tools. The first rule that matches an operation decides; all others become tools.",
    "# mcp-codegen init wrote this file once, and it is yours: read it, and change what is wrong.",
    ...(active || rules.length === 0
      ? []
      : [
          "# The rules below would leave nothing, so they are comments. Enable those that are right.",
        ]),
  ];
  const body = rules.flatMap((rule) => {
    const lines = [...comment(rule), ...ruleLines(rule)];
    return active
      ? lines
      : lines.map((line) => (/^ *#/.test(line) ? line : `  # ${line.slice(2)}`));
  });
  const none = ["  # - match:", '  #     path: "/internal/**"', "  #   expose: exclude"];
  const list = active && rules.length > 0 ? ["routes:"] : ["routes: []"];
  return [...head, "", ...list, ...(rules.length === 0 ? none : body), ""].join("\n");
}

function comment({ reason, operations }: StarterRule): readonly string[] {
  const shown = operations.slice(0, shownOperations).map(({ key }) => oneLine(key));
  const more = operations.length - shown.length;
  return [
    ...reason.split(/(?<=\.) /).map((sentence) => `  # ${sentence}`),
    `  # ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
  ];
}

function ruleLines({ match }: StarterRule): readonly string[] {
  const text = quotedYaml([{ match, expose: "exclude" }]);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line.replace('expose: "exclude"', "expose: exclude")}`);
}

/** Escapes everything that could end a comment or is not seen. */
function oneLine(text: string): string {
  const short = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return JSON.stringify(short)
    .slice(1, -1)
    .replace(/[^\x20-\x7e\p{L}\p{N}…]/gu, "?");
}
