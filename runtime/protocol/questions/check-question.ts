import type { ClientMethod } from "../client-requests.js";
import { isObject, member, type JsonObject } from "../json.js";
import { fieldProblem } from "./form-field.js";
import { conversationProblem } from "./sampling-messages.js";

/**
 * Checks a question that a handler asks, in its newest shape.
 *
 * @throws TypeError with the reason, because the handler is wrong
 * @see MCP 2026-07-28, Elicitation, Protocol Messages; Sampling, Message Content Constraints
 */
export function checkQuestion(method: ClientMethod, params: JsonObject): void {
  const problem = questionProblem(method, params);
  if (problem !== undefined) throw new TypeError(`Invalid parameters of ${method}: ${problem}.`);
}

/** Returns the fault of a question in its newest shape; undefined if it is valid. */
export function questionProblem(method: ClientMethod, params: JsonObject): string | undefined {
  if (method === "elicitation/create") return elicitationProblem(params);
  return method === "sampling/createMessage" ? samplingProblem(params) : undefined;
}

function elicitationProblem(params: JsonObject): string | undefined {
  if (typeof member(params, "message") !== "string") return "`message` must be a string";
  const mode = member(params, "mode") ?? "form";
  if (mode === "url") return urlProblem(member(params, "url"), member(params, "elicitationId"));
  if (mode !== "form") return "`mode` must be form or url";
  return formProblem(member(params, "requestedSchema"));
}

function urlProblem(url: unknown, id: unknown): string | undefined {
  if (id !== undefined && (typeof id !== "string" || id === "")) {
    return "`elicitationId` must be a string that is not empty";
  }
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === "https:" || parsed?.protocol === "http:"
    ? undefined
    : "`url` must be an http or https URL";
}

function formProblem(schema: unknown): string | undefined {
  if (!isObject(schema) || member(schema, "type") !== "object") {
    return '`requestedSchema` must have `"type": "object"`';
  }
  const known = ["$schema", "type", "properties", "required"];
  const unknown = Object.keys(schema).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `\`requestedSchema\` has \`${unknown}\`, which forms don't support`;
  const { properties, required = [] } = schema;
  if (!isObject(properties)) return "`requestedSchema.properties` must be an object";
  for (const [name, field] of Object.entries(properties)) {
    const problem = fieldProblem(field);
    if (problem !== undefined) return `the field ${name} ${problem}`;
  }
  if (!Array.isArray(required) || !required.every((name) => Object.hasOwn(properties, name))) {
    return "`requestedSchema.required` must list fields";
  }
  return undefined;
}

function samplingProblem(params: JsonObject): string | undefined {
  const maxTokens = member(params, "maxTokens");
  if (!Number.isInteger(maxTokens) || (maxTokens as number) < 1) {
    return "`maxTokens` must be a positive integer";
  }
  return conversationProblem(member(params, "messages"));
}
