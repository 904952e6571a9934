/** Requests whose results may ask for input first. */
import type { ClientMethod } from "../../protocol/client-requests.js";
import { hasDigits } from "../../protocol/exact-json.js";
import { markHolder } from "../../protocol/exact-integers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import { signalOf } from "../../protocol/cancellable.js";
import { McpAnswerError } from "../errors.js";
import type { Exchange } from "./exchange.js";
import type { ExchangeOptions, ReadResult } from "./open-request.js";
import { isQuestion, Questions, Refusal } from "./questions.js";
import { readError } from "./read-error.js";

const defaultMaxRounds = 16;
/** Far more than a user would answer. The limit keeps a server from filling the memory with questions. */
const mostQuestions = 1_000;

/**
 * Sends a request; while its results ask for input, lets the user's handlers answer and sends it again with the answers.
 *
 * @param read reads the first result that asks for nothing
 * @throws McpAnswerError if a result asks for what no client can answer, or too often; the handlers' errors
 * @see MCP 2026-07-28, Multi Round-Trip Requests, Client Requirements
 */
export function requestInRounds<T>(
  exchange: Exchange,
  method: string,
  params: JsonObject,
  options: ExchangeOptions | undefined,
  read: ReadResult<T>,
): Promise<T> {
  if (!isModern(exchange.revision)) return exchange.request(method, params, options, read);
  return exchange.request(method, params, options, (result) =>
    result["resultType"] === "input_required"
      ? lastRound(exchange, method, params, result, options, read)
      : read(result),
  );
}

async function lastRound<T>(
  exchange: Exchange,
  method: string,
  params: JsonObject,
  first: JsonObject,
  options: ExchangeOptions | undefined,
  read: ReadResult<T>,
): Promise<T> {
  const result = await nextRounds(exchange, method, params, first, options);
  try {
    return await read(result);
  } catch (error) {
    throw readError(error, method, exchange.server);
  }
}

async function nextRounds(
  exchange: Exchange,
  method: string,
  params: JsonObject,
  first: JsonObject,
  options: ExchangeOptions = {},
): Promise<JsonObject> {
  const most = exchange.options.maxRounds ?? defaultMaxRounds;
  const signal = options.signal && signalOf(options.signal);
  let result = first;
  for (let round = 0; round < most; round++) {
    if (member(result, "resultType") !== "input_required") return result;
    const answers = await answersTo(exchange, method, result, signal);
    const state = member(result, "requestState");
    // Exactly the state that came, or none, and only with this request.
    const next = {
      ...params,
      ...(answers && { inputResponses: answers }),
      ...(state !== undefined && { requestState: state }),
    };
    if (hasDigits(params)) markHolder(next);
    result = await exchange.request(method, next, options);
  }
  if (member(result, "resultType") !== "input_required") return result;
  throw broken(exchange, `asks for input in more than ${most} rounds of ${method}`);
}

async function answersTo(
  exchange: Exchange,
  method: string,
  result: JsonObject,
  signal: AbortSignal | undefined,
): Promise<JsonObject | undefined> {
  const requests = member(result, "inputRequests");
  if (requests === undefined) {
    if (member(result, "requestState") !== undefined) return undefined;
    throw broken(exchange, `asks for input of ${method}, but says neither what nor a state`);
  }
  if (!isObject(requests)) throw broken(exchange, "sent `inputRequests` that are not an object");
  if (Object.keys(requests).length > mostQuestions) {
    throw broken(exchange, `asks more than ${mostQuestions} questions at once`);
  }
  return answerInputRequests(exchange, requests, signal);
}

/**
 * Lets the user's handlers answer the requests of a result or a task.
 *
 * @param signal tells the handlers that the answers are no longer wanted
 * @returns the answers by key
 */
export async function answerInputRequests(
  exchange: Exchange,
  requests: JsonObject,
  signal?: AbortSignal,
): Promise<JsonObject> {
  const questions = new Questions(exchange.options, exchange.server);
  const abort = new AbortController();
  const end = (error: unknown): void => abort.abort(error);
  const stop = exchange.onClose(() => end(new DOMException("The connection ended.", "AbortError")));
  const either = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
  const answers = Object.entries(requests).map(async ([key, request]) => {
    const asked = isObject(request) ? member(request, "method") : undefined;
    const given = isObject(request) ? member(request, "params") : undefined;
    if (typeof asked !== "string" || !isQuestion(asked)) {
      throw broken(exchange, `asks for ${JSON.stringify(asked)}, which is no request to a client`);
    }
    const params = isObject(given) ? given : {};
    return [key, await answerTo(exchange, questions, asked, params, either)] as const;
  });
  try {
    return Object.fromEntries(await Promise.all(answers));
  } catch (error) {
    // One answer is missing, so the others have no use.
    end(error);
    throw error;
  } finally {
    stop();
  }
}

async function answerTo(
  exchange: Exchange,
  questions: Questions,
  method: ClientMethod,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    return await questions.answer(method, params, exchange.revision, signal);
  } catch (error) {
    if (error instanceof Refusal) throw error.cause;
    // The question itself is at fault; a handler's own error is the caller's.
    if (error instanceof ProtocolError) throw broken(exchange, `asks wrongly: ${error.message}`);
    throw error;
  }
}

function broken({ server }: Exchange, what: string): McpAnswerError {
  return new McpAnswerError(`${server} ${what.replace(/\.$/, "")}.`, { server });
}
