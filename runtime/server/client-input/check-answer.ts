import type { ClientMethod, ElicitFormParams } from "../../protocol/client-requests.js";
import {
  decodeElicitResult,
  decodeRoots,
  decodeSamplingResult,
} from "../../protocol/codec/codec-answers.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { valueProblem } from "./form-field.js";

/**
 * Checks a client's answer against the question, and leaves out what was not asked for. Fields without a value stay
 * without: clients that know defaults show them, so the user has taken them out.
 *
 * @param params the question, as `checkQuestion` passed it
 * @returns the result in its newest shape; checked again it is the same
 * @throws ProtocolError -32602 that says what is wrong
 * @see MCP 2026-07-28, Elicitation, Response Actions; Multi Round-Trip Requests, Error Handling
 */
export function checkAnswer(method: ClientMethod, params: JsonObject, answer: unknown): unknown {
  switch (method) {
    case "elicitation/create":
      return checkElicited(params, answer);
    case "sampling/createMessage":
      return decodeSamplingResult(answer);
    case "roots/list":
      return { roots: decodeRoots(answer) };
  }
}

function checkElicited(params: JsonObject, answer: unknown): unknown {
  const { action, content = {} } = decodeElicitResult(answer);
  if (action !== "accept" || params["mode"] === "url") return { action };
  const { properties, required = [] } = (params as unknown as ElicitFormParams).requestedSchema;
  const values: [string, unknown][] = [];
  for (const [name, field] of Object.entries(properties)) {
    const value = member(content, name);
    if (value === undefined) {
      if (required.includes(name)) throw unfit(`\`${name}\` is missing`);
      continue;
    }
    const problem = valueProblem(field as unknown as JsonObject, value);
    if (problem !== undefined) throw unfit(`\`${name}\` ${problem}`);
    values.push([name, value]);
  }
  return { action, content: Object.fromEntries(values) };
}

function unfit(problem: string): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The form is not filled in as asked: ${problem}.`,
  );
}
