import { configSchema } from "../config/config-schema.js";

const text = { type: "string" };
const texts = { type: "object", additionalProperties: text };
const names = { type: "array", items: text };
const withVariables = "`${env:NAME}` stands for an environment variable.";

const behind = {
  prefix: {
    type: "string",
    pattern: "^[A-Za-z0-9_.-]{0,127}$",
    description: "Goes before the names of its tools and prompts.",
  },
  filter: {
    type: "object",
    description:
      "Which tools are offered, by their names without the prefix; * stands for any characters.",
    properties: { only: names, except: names },
    additionalProperties: false,
  },
};

/** Returns the JSON Schema of gateways, which editors use (published as `gateway.schema.json`). */
export function gatewaySchema(): object {
  const { $defs } = configSchema() as {
    readonly $defs: { readonly server: { readonly properties: object } };
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "mcp-codegen gateway",
    description: "Several OpenAPI documents and MCP servers behind one endpoint.",
    type: "object",
    properties: {
      $schema: text,
      name: { type: "string", description: "The name of the gateway; default: gateway." },
      title: text,
      version: { type: "string", description: "Default: 1.0.0." },
      instructions: { type: "string", description: "How a model should use the gateway." },
      servers: {
        type: "object",
        description: "Servers by name, which errors and logs tell.",
        minProperties: 1,
        additionalProperties: {
          anyOf: [
            { $ref: "#/$defs/document" },
            { $ref: "#/$defs/remote" },
            { $ref: "#/$defs/program" },
          ],
        },
      },
    },
    required: ["servers"],
    additionalProperties: false,
    $defs: {
      document: {
        type: "object",
        description: "An OpenAPI document, with the settings of a server of the configuration.",
        properties: { ...$defs.server.properties, ...behind },
        required: ["input"],
        additionalProperties: false,
      },
      remote: {
        type: "object",
        description: "An MCP server at a URL.",
        properties: {
          ...behind,
          url: { type: "string", description: `An https, http, wss or ws URL. ${withVariables}` },
          headers: { ...texts, description: `Sent with each request. ${withVariables}` },
        },
        required: ["url"],
        additionalProperties: false,
      },
      program: {
        type: "object",
        description: "An MCP server that is started as a child process.",
        properties: {
          ...behind,
          command: { type: "string", description: "The program; no shell reads it." },
          args: { ...names, description: `Its arguments. ${withVariables}` },
          env: {
            ...texts,
            description: `Variables besides PATH, HOME and their like. ${withVariables}`,
          },
          cwd: { type: "string", description: "Its folder; default: that of this file." },
        },
        required: ["command"],
        additionalProperties: false,
      },
    },
  };
}
