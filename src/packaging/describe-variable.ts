import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import type { ApiVariable } from "../emit/api-variables.js";

/** Returns what a variable is, as one line of plain text. */
export function describeVariable(variable: ApiVariable): string {
  const { of, subject, meaning = "" } = variable;
  switch (of) {
    case "baseUrl":
      return oneLine(
        subject === undefined ? "base URL of the API" : `base URL instead of ${subject}`,
      );
    case "serverVariable":
      return oneLine(
        variable.default === undefined
          ? `{${subject}} in the base URL`
          : `{${subject}} in the base URL; default: ${variable.default}`,
      );
    case "scheme":
      return oneLine(`${meaning} (${subject})`);
  }
}

/** Returns a text of the document as one line without hidden characters. */
export function oneLine(text: string): string {
  return escapeHidden(text.replace(/\s+/g, " ").trim());
}

/** Returns at most `limit` characters of a line, cut between words where there are some. */
export function shorten(line: string, limit: number): string {
  const characters = Array.from(line);
  if (characters.length <= limit) return line;
  const cut = characters.slice(0, limit - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
