/** JSON-RPC messages for programs that read or write them themselves. */
import type { JsonObject } from "../protocol/json.js";
import { parseJson, readMessage, type RequestId } from "../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import { conversationProblem } from "../protocol/questions/sampling-messages.js";

/** An error of JSON-RPC. */
export interface JsonRpcError {
  /** The code, such as -32602; see `errorCodes`. */
  readonly code: number;
  /** One sentence about the error. */
  readonly message: string;
  /** Further data. */
  readonly data?: unknown;
}

/** A response that says why a request failed; without an id if that could not be read. */
export interface JsonRpcErrorResponse {
  /** The version of JSON-RPC. */
  readonly jsonrpc: "2.0";
  /** The id of the request. */
  readonly id?: RequestId;
  /** What is wrong. */
  readonly error: JsonRpcError;
}

/** A message by its kind. The body of a response has `result` or `error`. */
export type JsonRpcMessage =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  | { readonly kind: "response"; readonly id: RequestId; readonly result: JsonObject }
  | { readonly kind: "error"; readonly id: RequestId | undefined; readonly error: JsonRpcError };

/**
 * Reads a message, from a text or UTF-8 bytes.
 *
 * @throws ProtocolError -32700 for what is not JSON or not UTF-8, -32600 for what is no single message, -32602 for params
 *   that are no object
 * @see JSON-RPC 2.0; MCP 2026-07-28, Base Protocol, Messages
 */
export function parseMessage(text: string | Uint8Array): JsonRpcMessage {
  const message = readMessage(parseJson(typeof text === "string" ? text : decode(text)));
  if (message.kind === "invalid") throw message.error;
  if (message.kind !== "response") return message;
  const { result, error } = message.body;
  if (error !== undefined) return { kind: "error", id: message.id, error: checkedError(error) };
  if (message.id === undefined || typeof result !== "object" || result === null) {
    throw new ProtocolError(errorCodes.invalidRequest, "A result must be an object.");
  }
  return { kind: "response", id: message.id, result: result as JsonObject };
}

/** Makes the response to a request that failed. An error that is no ProtocolError keeps its message to itself. */
export function buildErrorResponse(
  id: RequestId | null | undefined,
  error: unknown,
): JsonRpcErrorResponse {
  const { code, message, data } =
    error instanceof ProtocolError
      ? error
      : new ProtocolError(errorCodes.internalError, "Internal error");
  return {
    jsonrpc: "2.0",
    ...(id !== null && id !== undefined && { id }),
    error: { code, message, ...(data !== undefined && { data }) },
  };
}

/**
 * Checks the messages of a sampling request: their content, and that each use of a tool is followed by its result.
 *
 * @throws TypeError that names the message and its fault
 * @see MCP 2026-07-28, Sampling, Message Content Constraints
 */
export function checkSamplingMessages(messages: readonly unknown[]): void {
  const problem = messages.length === 0 ? undefined : conversationProblem(messages);
  if (problem !== undefined) throw new TypeError(`The messages can't be sent: ${problem}.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProtocolError(errorCodes.parseError, "The message is not UTF-8.");
  }
}

function checkedError(error: unknown): JsonRpcError {
  const { code, message, data } = (typeof error === "object" && error ? error : {}) as JsonObject;
  if (Number.isInteger(code) && typeof message === "string") {
    return { code: code as number, message, ...(data !== undefined && { data }) };
  }
  throw new ProtocolError(
    errorCodes.invalidRequest,
    "An error must have a `code`, an integer, and a `message`, a string.",
  );
}
