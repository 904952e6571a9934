/** Client input that the conformance servers request. */
import type { ElicitFormParams, SamplingParams } from "../../runtime/index.js";

export function askForText(message: string, field: string): ElicitFormParams {
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: { type: "string" } },
      required: [field],
    },
  };
}

export function askForYes(message: string, field: string): ElicitFormParams {
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: { type: "boolean" } },
      required: [field],
    },
  };
}

export function askTheModel(text: string, maxTokens = 100): SamplingParams {
  return { messages: [{ role: "user", content: { type: "text", text } }], maxTokens };
}

export const userAndEmail: ElicitFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    username: { type: "string", description: "User's response" },
    email: { type: "string", description: "User's email address" },
  },
  required: ["username", "email"],
};

/** Every primitive type with a default. @see MCP 2025-11-25, Elicitation */
export const withDefaults: ElicitFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
};

/** Every form of a choice. @see MCP 2025-11-25, Elicitation */
export const choices: ElicitFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: {
      type: "string",
      oneOf: [
        { const: "value1", title: "First Option" },
        { const: "value2", title: "Second Option" },
        { const: "value3", title: "Third Option" },
      ],
    },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: {
      type: "array",
      items: { type: "string", enum: ["option1", "option2", "option3"] },
    },
    titledMulti: {
      type: "array",
      items: {
        anyOf: [
          { const: "value1", title: "First Choice" },
          { const: "value2", title: "Second Choice" },
          { const: "value3", title: "Third Choice" },
        ],
      },
    },
  },
};
