import type { CallToolResult } from "../model.js";

/** Member of a result: the JSON text of its structured content. JSON has no members with such names. */
export const structuredText: unique symbol = Symbol("structuredText");

/** A result whose structured content was encoded before. Nobody may change it any more. */
export interface WrittenResult extends CallToolResult {
  readonly [structuredText]: string;
}
