import type { RequestId } from "../../protocol/json-rpc.js";

const id = String.raw`"id"\s*:\s*(-?\d{1,16}|"(?:[^"\\]|\\["\\/bfnrt]){0,100}")`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const outcome = String.raw`"(?:result|error)"\s*:`;
const first = new RegExp(
  String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,\s*(?:${version}\s*,\s*)?${outcome}`,
);
// The last brace of a line is that of the message, so what precedes it is a member of the message and not of its result.
const last = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`);
const beginsWithOutcome = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${outcome}`);

/** How much of either end is looked at. */
const shown = 256;

/** Returns the id of the response that a text is which can't be read, such as one that is nested too deep. */
export function idInText(text: string): RequestId | undefined {
  return answeredId(text.slice(0, shown), text.slice(-shown));
}

/** Returns the id of the response of which only both ends are known, because it was too long to keep. */
export function answeredId(beginning: string, end: string): RequestId | undefined {
  const found =
    first.exec(beginning) ?? (beginsWithOutcome.test(beginning) ? last.exec(end) : null);
  return found?.[1] === undefined ? undefined : (JSON.parse(found[1]) as RequestId);
}
