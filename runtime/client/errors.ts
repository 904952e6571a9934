/** The errors of the client. Every server's bundle holds them, so they are no more than names and facts. */

/** Facts of a failure. */
export interface McpClientErrorFacts {
  /** The code of the JSON-RPC error, or the status of the HTTP response. */
  readonly code?: number | undefined;
  /** The data of the JSON-RPC error, or the result of the failed tool. The server chose it: do not trust it. */
  readonly data?: unknown;
  /** The server, by the name that the caller gave it: its alias, URL or command. */
  readonly server?: string | undefined;
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/** The base of all failures of the client. */
export class McpClientError extends Error {
  override readonly name: string = "McpClientError";
  /** The code of JSON-RPC, if the server answered with an error. */
  readonly code: number | undefined;
  /** The data of that error, or the result of a tool that failed. */
  readonly data: unknown;
  /** The name of the server. */
  readonly server: string | undefined;

  constructor(message: string, facts: McpClientErrorFacts = {}) {
    super(message, facts);
    this.code = facts.code;
    this.data = facts.data;
    this.server = facts.server;
  }
}

/** The server answered with a JSON-RPC error. */
export class McpCallError extends McpClientError {
  override readonly name = "McpCallError";
}

/** The server can't be reached, or the connection broke. */
export class McpConnectionError extends McpClientError {
  override readonly name = "McpConnectionError";
}

/** The server was reached, but speaks no MCP, or no revision that may be used. */
export class McpHandshakeError extends McpClientError {
  override readonly name = "McpHandshakeError";
}

/** The answer did not come in time. */
export class McpTimeoutError extends McpClientError {
  override readonly name = "McpTimeoutError";
}

/** The server demands a token that could not be got, or refuses the one that was. */
export class McpAuthorizationError extends McpClientError {
  override readonly name = "McpAuthorizationError";
}

/** The answer breaks the protocol, a limit, or the output schema of its tool. */
export class McpAnswerError extends McpClientError {
  override readonly name = "McpAnswerError";
}

/** The tool says that it failed. `data` is its result. */
export class McpToolError extends McpClientError {
  override readonly name = "McpToolError";
}

/** The connected servers have no tool of this name. */
export class McpToolNotFoundError extends McpClientError {
  override readonly name = "McpToolNotFoundError";
}

/** The user's grants do not allow the call. It was not sent. */
export class McpPermissionError extends McpClientError {
  override readonly name = "McpPermissionError";
}
