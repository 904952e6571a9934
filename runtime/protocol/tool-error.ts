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

/** A tool took longer than its `timeoutMs`. The model sees it, unless an exception handler says something else. */
export class ToolTimeoutError extends ToolError {
  override readonly name: string = "ToolTimeoutError";

  constructor(limitMs: number) {
    super(`The call took longer than ${limitMs} ms and was given up.`);
  }
}
