/** Reads servers' questions, as requests or in results, into the newest shapes. They are untrusted input. */
import type { ClientMethod, ElicitParams, SamplingParams } from "../client-requests.js";
import type { JsonObject } from "../json.js";
import { questionProblem } from "../questions/check-question.js";
import { withKnownForm } from "../questions/known-form.js";
import { errorCodes, ProtocolError } from "../protocol-error.js";
import { listOf, number, object, oneOf, shape, string, type Check } from "./shape.js";

const tool = shape({ name: string, inputSchema: object }, { description: string });
const hint = shape({}, { name: string });
const preferences = shape(
  {},
  {
    hints: listOf(hint),
    costPriority: number,
    speedPriority: number,
    intelligencePriority: number,
  },
);

/** What `questionProblem` does not look at. */
const others: Readonly<Record<ClientMethod, Check>> = {
  "sampling/createMessage": shape(
    {},
    {
      systemPrompt: string,
      modelPreferences: preferences,
      temperature: number,
      stopSequences: listOf(string),
      includeContext: oneOf("none", "thisServer", "allServers"),
      metadata: object,
      tools: listOf(tool),
      toolChoice: shape({}, { mode: oneOf("auto", "required", "none") }),
    },
  ),
  "elicitation/create": shape({ message: string }),
  "roots/list": () => undefined,
};

/**
 * Reads the params of `elicitation/create`.
 *
 * @throws ProtocolError -32602 with the fault
 * @see MCP 2026-07-28 ElicitRequestParams
 */
export function decodeElicitParams(params: JsonObject): ElicitParams {
  check("elicitation/create", params);
  return params as unknown as ElicitParams;
}

/**
 * Reads the params of `sampling/createMessage`. A message has one content or, since 2025-11-25, a list.
 *
 * @throws ProtocolError -32602 with the fault
 * @see MCP 2026-07-28 CreateMessageRequestParams
 */
export function decodeSamplingParams(params: JsonObject): SamplingParams {
  check("sampling/createMessage", params);
  return params as unknown as SamplingParams;
}

function check(method: ClientMethod, params: JsonObject): void {
  const fault = others[method](params);
  const problem =
    fault === undefined ? questionProblem(method, withKnownForm(params)) : `\`params\`${fault}`;
  if (problem === undefined) return;
  throw new ProtocolError(
    errorCodes.invalidParams,
    `The params of ${method} are malformed: ${problem}.`,
  );
}
