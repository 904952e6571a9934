import { isObject, member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { McpCallError } from "../errors.js";

/** Most characters of a server's message that an error repeats. */
const mostCharacters = 2_000;

/** Returns the error that a JSON-RPC error of a server stands for. Its cause has the server's own message. */
export function errorOfAnswer(error: unknown, method: string, server: string): McpCallError {
  const { code, message } = isObject(error) ? error : {};
  const number = Number.isSafeInteger(code) ? (code as number) : errorCodes.internalError;
  const said = typeof message === "string" ? message : "no message";
  const data = isObject(error) ? member(error, "data") : undefined;
  const shown = said.length > mostCharacters ? `${said.slice(0, mostCharacters)}…` : said;
  return new McpCallError(`${server} answered ${method} with error ${number}: ${shown}`, {
    code: number,
    data,
    server,
    cause: new ProtocolError(number, said, data),
  });
}
