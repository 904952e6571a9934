import { ToolError } from "../protocol/tool-error.js";

const maxLength = 200;

/** Checks an id, key or title: a line of text. @throws ToolError */
export function requireName(what: string, name: string): void {
  if (name.length > 0 && name.length <= maxLength && !/[\p{Cc}\p{Surrogate}]/u.test(name)) return;
  throw new ToolError(
    `${what} must be 1 to ${maxLength} characters, without control characters and line breaks.`,
  );
}
