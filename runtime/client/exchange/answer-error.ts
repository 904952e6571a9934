import { isObject, member } from "../../protocol/json.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import { McpCallError } from "../errors.js";

/** Most characters of a server's message that an error repeats. */
const mostCharacters = 2_000;

/** Returns the error that a JSON-RPC error of a server stands for. */
export function errorOfAnswer(error: unknown, method: string, server: string): McpCallError {
  const { code, message } = isObject(error) ? error : {};
  const number = Number.isSafeInteger(code) ? (code as number) : errorCodes.internalError;
  const said = typeof message === "string" ? message.slice(0, mostCharacters) : "no message";
  return new McpCallError(`${server} answered ${method} with error ${number}: ${said}`, {
    code: number,
    data: isObject(error) ? member(error, "data") : undefined,
    server,
  });
}
