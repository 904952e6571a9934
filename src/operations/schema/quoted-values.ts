/** Booleans and numbers that a document has in quotes, or as YAML 1.1 writes them. */
import { dotted, kindOf, problem } from "../../normalise/node.js";
import { flagTexts } from "../../normalise/reading.js";
import type { Spot } from "./conversion.js";

/** Returns the boolean that a text such as `"true"` or `"no"` means. */
export function flagOf(value: unknown): boolean | undefined {
  return typeof value === "string" ? flagTexts.get(value.trim().toLowerCase()) : undefined;
}

/** Returns a boolean, or what a text means, with a warning; undefined for anything else. */
export function readFlag(value: unknown, at: Spot): boolean | undefined {
  if (typeof value === "boolean") return value;
  const meant = flagOf(value);
  if (meant !== undefined) warnOfType("true or false", value, meant, at);
  return meant;
}

/** Returns a number, or the one that a text such as `"3"` means, with a warning; undefined for anything else. */
export function readNumber(value: unknown, at: Spot): number | undefined {
  if (typeof value === "number") return value;
  // The numbers of JSON; `Number` also takes an empty text.
  if (typeof value !== "string" || !/^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value)) {
    return undefined;
  }
  const meant = Number(value);
  warnOfType("a number", value, meant, at);
  return meant;
}

function warnOfType(wanted: string, value: unknown, meant: unknown, at: Spot): void {
  const place = { file: at.conversion.file, pointer: at.pointer };
  const message = `${dotted(at.pointer)} must be ${wanted}, not ${kindOf(value)}; it is read as ${String(meant)}.`;
  const hint = "Write it without quotes.";
  at.conversion.problems.push(problem("warning", "invalid-schema", place, message, hint));
}
