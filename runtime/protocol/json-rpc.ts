import { messageText } from "./exact-json.js";
import { isObject, type JsonObject } from "./json.js";
import { keepIntegers } from "./keep-integers.js";
import { processLog } from "./log.js";
import { maxNesting, nestsTooDeep, outlineOf } from "./nesting.js";
import { errorCodes, ProtocolError } from "./protocol-error.js";

export type RequestId = string | number;

/** A message of the other side. @see JSON-RPC 2.0; MCP 2026-07-28, Base Protocol, Messages */
export type Message =
  | {
      readonly kind: "request";
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
    }
  | { readonly kind: "notification"; readonly method: string; readonly params: JsonObject }
  /** The id is absent in an error about a message whose id the other side could not read. */
  | { readonly kind: "response"; readonly id: RequestId | undefined; readonly body: JsonObject }
  | {
      readonly kind: "invalid";
      readonly id: RequestId | undefined;
      readonly error: ProtocolError;
      /** A response is not answered, however malformed: two ends that answer each other's errors would never stop. */
      readonly isResponse?: boolean;
    };

const noParams: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** Most digits of an integer. Python has nearly the same limit. */
const maxDigits = 5_000;

/** A message is beyond a limit. RFC 8259 section 9 allows parsers limits of nesting and of numbers. */
class LimitError extends ProtocolError {
  /** The id of the request to answer, if the message is one. */
  readonly id: RequestId | undefined;

  constructor(what: string, value: unknown) {
    super(errorCodes.invalidRequest, `A message must not ${what}.`);
    const message = readMessage(value);
    this.id = message.kind === "request" ? message.id : undefined;
  }
}

/**
 * Parses JSON text and keeps the digits of its integers (`exactInteger`).
 *
 * @throws ProtocolError -32700 for invalid JSON, -32600 for a text that is nested too deeply or has too long an integer
 */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) {
    const outline = parse(outlineOf(text));
    throw new LimitError(`be nested more than ${maxNesting} levels deep`, outline);
  }
  const value = parse(text);
  try {
    return keepIntegers(text, value, maxDigits);
  } catch {
    throw new LimitError(`have integers of more than ${maxDigits} digits`, value);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError(errorCodes.parseError, "The message is not valid JSON.");
  }
}

/** Returns the id of the request that an error of `parseJson` answers, if it could be read. */
export function unreadRequest(error: unknown): RequestId | undefined {
  return error instanceof LimitError ? error.id : undefined;
}

/** Classifies a parsed value that is not a batch. Never throws. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(undefined, "A message must be a JSON object.");
  // No object inherits members of these names, and to look each up with `member` takes much of a message's time.
  const { id, method, jsonrpc } = value;
  const readableId = isRequestId(id) ? id : undefined;
  const isResponse = typeof method !== "string" && hasOutcome(value);
  if (jsonrpc !== "2.0") {
    return invalid(readableId, 'A message must have `"jsonrpc": "2.0"`.', isResponse);
  }
  if (isResponse) {
    if (readableId !== undefined || Object.hasOwn(value, "error")) {
      return { kind: "response", id: readableId, body: value };
    }
    return invalid(undefined, "A result must have the `id` of its request.", true);
  }
  if (method === undefined) {
    return invalid(readableId, "A message must have a `method`, a `result` or an `error`.");
  }
  if (typeof method !== "string") return invalid(readableId, "`method` must be a string.");
  const params = value["params"] ?? noParams;
  if (id === undefined && !Object.hasOwn(value, "id")) {
    return { kind: "notification", method, params: isObject(params) ? params : noParams };
  }
  if (readableId === undefined) return invalid(undefined, "`id` must be a string or an integer.");
  if (!isObject(params)) {
    const error = new ProtocolError(errorCodes.invalidParams, "`params` must be an object.");
    return { kind: "invalid", id: readableId, error };
  }
  return { kind: "request", id: readableId, method, params };
}

/** Returns the start of a response, before the result as JSON text and the closing brace. */
export function resultHead(id: RequestId): string {
  const text = typeof id === "number" ? String(id) : JSON.stringify(id);
  return `{"jsonrpc":"2.0","id":${text},"result":`;
}

/**
 * Encodes an error response; without an id if the request's id could not be read. Data that JSON can't hold is left out and
 * logged, because the request must be answered.
 */
export function errorMessage(id: RequestId | undefined, error: ProtocolError): string {
  const { code, message, data } = error;
  try {
    return messageText({ jsonrpc: "2.0", id, error: { code, message, data } });
  } catch (fault) {
    processLog.error("The data of an error response is no JSON", fault);
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  }
}

export function notificationMessage(method: string, params: JsonObject): string {
  return messageText({ jsonrpc: "2.0", method, params });
}

export function isRequestId(value: unknown): value is RequestId {
  // An id beyond 2^53 would be answered under another id.
  return typeof value === "string" || Number.isSafeInteger(value);
}

function hasOutcome(value: JsonObject): boolean {
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error");
}

function invalid(id: RequestId | undefined, message: string, isResponse = false): Message {
  const error = new ProtocolError(errorCodes.invalidRequest, message);
  return { kind: "invalid", id, error, isResponse };
}
