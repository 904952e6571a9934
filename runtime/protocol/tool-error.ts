/**
 * A failure that the model should see. It becomes a tool result with `isError: true` and this message, not a protocol error.
 *
 * Throw it from an overridden method to refuse a call.
 *
 * @see MCP 2026-07-28, Server Features / Tools, Error Handling
 */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}
