import { McpAuthorizationError, McpClientError } from "../errors.js";
import { reasonOf } from "../../oauth/reason-of.js";

/**
 * Returns the error for the user of the client. Errors of libraries are not kept as the cause: they hold what was sent.
 *
 * @param server place of the MCP server
 */
export function authorizationError(error: unknown, server: string): Error {
  if (error instanceof McpClientError || error instanceof TypeError) return error;
  const reason = reasonOf(error).replace(/\.$/, "");
  return new McpAuthorizationError(`${server} demands a token: ${reason}.`, { server });
}
