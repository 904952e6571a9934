import { exactText } from "../../protocol/marked-integers.js";
import { ToolError } from "../../protocol/tool-error.js";
import { refuseGuess } from "./arguments.js";

/**
 * Writes a value as compact JSON, a `bigint` as an integer.
 *
 * @throws ToolError when the value is nested too deeply, or holds a number that has lost digits
 */
export function jsonText(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // A TypeError means that there is a bigint.
    if (!(error instanceof TypeError)) throw tooDeep();
    text = textWithBigInts(value);
  }
  if (text !== undefined && /\d{16}/.test(text)) checkNumbers(value);
  return text;
}

function textWithBigInts(value: unknown): string {
  try {
    return exactText(value);
  } catch {
    throw tooDeep();
  }
}

/** Avoids recursion: less stack may be left than when the value was written. */
function checkNumbers(root: unknown): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "number") refuseGuess(value);
    else if (typeof value === "object" && value !== null) {
      for (const each of Object.values(value)) pending.push(each);
    }
  }
}

function tooDeep(): ToolError {
  return new ToolError("An argument is nested too deeply to be sent.");
}
