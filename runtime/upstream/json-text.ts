import { ToolError } from "../protocol/tool-error.js";

/**
 * A value as compact JSON.
 *
 * @throws ToolError when the value is nested too deeply to be written.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new ToolError("An argument is nested too deeply to be sent.");
  }
}
