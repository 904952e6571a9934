/** The rules of the MCP registry for entries with packages, as a schema in our own words. @see server.json 2025-12-11 */
import { Ajv } from "ajv";

const input = {
  type: "object",
  properties: {
    name: { type: "string" },
    description: { type: "string" },
    format: { enum: ["string", "number", "boolean", "filepath"] },
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    default: { type: "string" },
  },
  required: ["name"],
  additionalProperties: false,
};

const rules = {
  type: "object",
  properties: {
    $schema: {
      const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    name: {
      type: "string",
      minLength: 3,
      maxLength: 200,
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
    },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
    packages: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          registryType: { enum: ["npm", "pypi", "oci", "nuget", "mcpb"] },
          identifier: { type: "string" },
          version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
          runtimeHint: { enum: ["npx", "docker"] },
          transport: {
            type: "object",
            properties: { type: { const: "stdio" } },
            required: ["type"],
            additionalProperties: false,
          },
          environmentVariables: { type: "array", items: input },
        },
        required: ["registryType", "identifier", "version", "transport"],
        additionalProperties: false,
      },
    },
  },
  required: ["$schema", "name", "description", "version", "packages"],
  additionalProperties: false,
};

/** Returns what the registry would refuse of an entry. */
export function entryProblems(entry: unknown): readonly string[] {
  const check = new Ajv({ allErrors: true }).compile(rules);
  check(entry);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
