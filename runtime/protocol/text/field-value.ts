import { ToolError } from "../tool-error.js";

/**
 * Whether a header field may hold the text. A line break would let the caller add further fields.
 *
 * @see RFC 9110 section 5.5
 */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7E\x80-\xFF]*$/.test(text);
}

/** Whether the text is a valid header name. @see RFC 9110 section 5.6.2 */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/**
 * Returns an argument's text unchanged.
 *
 * @throws ToolError when a header field can't hold it
 */
export function fieldValue(text: string, arg: string): string {
  if (isFieldValue(text)) return text;
  throw new ToolError(
    `The argument "${arg}" is sent as a header, which can't hold line breaks, control characters or characters beyond Latin-1.`,
  );
}
