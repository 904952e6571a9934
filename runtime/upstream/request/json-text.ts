import { exactText } from "../../protocol/exact-integers.js";
import { ToolError } from "../../protocol/tool-error.js";
import { refuseGuess } from "./arguments.js";

/**
 * A value as compact JSON. A `bigint` is written as the integer it is.
 *
 * @throws ToolError when the value is nested too deeply to be written, or holds a number that has lost digits.
 */
export function jsonText(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // It knows no bigint.
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

/** Without recursion: the value was written, but the stack may be shallower here. */
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
