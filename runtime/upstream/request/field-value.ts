import { ToolError } from "../../protocol/tool-error.js";

/**
 * What a header field may hold: visible characters, spaces and tabs. Never a line break, which would start a field of
 * the caller's choice.
 *
 * @see RFC 9110 section 5.5
 */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7E\x80-\xFF]*$/.test(text);
}

/** @see RFC 9110 section 5.6.2 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/**
 * A value of an argument, when a header may hold it.
 *
 * @throws ToolError when it can't.
 */
export function fieldValue(text: string, arg: string): string {
  if (isFieldValue(text)) return text;
  throw new ToolError(
    `The argument "${arg}" is sent as a header and can't hold line breaks, control characters or characters beyond Latin-1.`,
  );
}
