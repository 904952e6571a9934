import type {
  ElicitParams,
  ElicitResult,
  Root,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { InputRequest, InputRequired } from "../types/call-context.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import { checkQuestion } from "../../protocol/questions/check-question.js";

/** A registered symbol, which other copies of this runtime recognise and JSON can't contain. */
const mark: unique symbol = Symbol.for("mcp-codegen.inputRequired");

/** The client's answer by the method of the request. */
interface InputAnswers {
  readonly "elicitation/create": ElicitResult;
  readonly "sampling/createMessage": SamplingResult;
  readonly "roots/list": { readonly roots: readonly Root[] };
}

/**
 * Makes a result that asks the client for input. A handler that returns it controls the rounds itself: it runs again,
 * with `ctx.inputResponses` and `ctx.requestState`.
 *
 * @throws TypeError if a request is malformed, or if there is neither a request nor state
 * @see MCP 2026-07-28, Multi Round-Trip Requests
 */
export function inputRequired(value: InputRequired): InputRequired {
  const { inputRequests = {}, state } = value;
  const requests = Object.values(inputRequests);
  for (const request of requests) checkQuestion(request.method, paramsOf(request));
  if (requests.length === 0 && state === undefined) {
    throw new TypeError("A result that asks for input needs `inputRequests` or `state`.");
  }
  return { ...value, [mark]: true } as InputRequired;
}

/** Whether a value is what `inputRequired` returns. */
export function isInputRequired(value: unknown): value is InputRequired {
  return isObject(value) && Object.hasOwn(value, mark);
}

/** Makes a question to the user, for `inputRequired`. */
export function elicit(params: ElicitParams): InputRequest & { method: "elicitation/create" } {
  return { method: "elicitation/create", params };
}

/** Makes a question to the client's model, for `inputRequired`. */
export function sample(
  params: SamplingParams,
): InputRequest & { method: "sampling/createMessage" } {
  return { method: "sampling/createMessage", params };
}

/** Makes the question for the client's roots, for `inputRequired`. */
export function roots(): InputRequest & { method: "roots/list" } {
  return { method: "roots/list" };
}

/**
 * Reads the client's answer to a request of `inputRequired`: `readInput(request, ctx.inputResponses?.["name"])`.
 *
 * @returns the checked answer; undefined if it is missing or does not fit: then ask again
 */
export function readInput<M extends InputRequest["method"]>(
  request: InputRequest & { readonly method: M },
  response: unknown,
): InputAnswers[M] | undefined {
  if (response === undefined) return undefined;
  try {
    return checkAnswer(request.method, paramsOf(request), response) as InputAnswers[M];
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** Returns the params of a request, or an empty object. */
export function paramsOf(request: InputRequest): JsonObject {
  return request.method === "roots/list" ? {} : (request.params as unknown as JsonObject);
}

/**
 * Rejects the first pending question when a call ends to gather input, so that `finally` blocks run. How the handler
 * reacts is ignored, because it runs again with the answers.
 */
export class InputRequiredSignal extends Error {
  override readonly name = "InputRequiredSignal";

  constructor() {
    super("The call ends here to ask the client, and runs again with its answer.");
  }
}
