import type { ClientMethod, ElicitFormParams } from "../client-requests.js";
import { decodeElicitResult, decodeRoots, decodeSamplingResult } from "../codec/codec-answers.js";
import { member, type JsonObject } from "../json.js";
import { errorCodes, ProtocolError } from "../protocol-error.js";
import { valueProblem } from "./form-field.js";

/**
 * Checks a client's answer against the question and drops fields that were not asked for. Missing fields don't get their
 * default: clients that know defaults show them, so the user has removed the value.
 *
 * @param params the question, already checked by `checkQuestion`
 * @returns the result in its newest shape; checking it again returns the same
 * @throws ProtocolError -32602 with the reason
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
      if (required.includes(name)) throw misfit(`\`${name}\` is missing`);
      continue;
    }
    const problem = valueProblem(field as unknown as JsonObject, value);
    if (problem !== undefined) throw misfit(`\`${name}\` ${problem}`);
    values.push([name, value]);
  }
  return { action, content: Object.fromEntries(values) };
}

function misfit(problem: string): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The answer does not fit the requested form: ${problem}.`,
  );
}
