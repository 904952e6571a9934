import type { OptionRow } from "../options/option-row.js";
import { settingRows } from "../options/settings.js";

const documentTypes = ["string", "object"] as const;

const prefixSchema = {
  type: "string",
  pattern: "^[A-Za-z0-9_.-]{0,127}$",
  description: "Goes before the names of its tools, in a project of several documents.",
};

/** Returns the JSON Schema of configurations, which editors use (published as `config.schema.json`). */
export function configSchema(): object {
  const settings = Object.fromEntries(
    [...settingRows].map(([name, { row }]) => [name, schemaOf(name, row)]),
  );
  const server = {
    input: {
      type: documentTypes,
      description:
        "The OpenAPI document: a path relative to this file, a URL, or the document itself.",
    },
    ...settings,
  };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "mcp-codegen configuration",
    description:
      "One server, or several with what they have in common. Paths are relative to this file, and the command line takes precedence.",
    type: "object",
    properties: {
      $schema: { type: "string" },
      servers: {
        description: "A list of servers, or servers by name.",
        type: ["array", "object"],
        minItems: 1,
        minProperties: 1,
        items: { $ref: "#/$defs/server" },
        additionalProperties: { $ref: "#/$defs/server" },
      },
      project: {
        type: "object",
        description: "Makes the servers parts of one project, which mounts them in one server.",
        properties: {
          name: {
            type: "string",
            description: "The name of the server, its class and its folder.",
          },
          title: { type: "string", description: "Default: the name." },
          version: { type: "string", description: "Default: 1.0.0." },
          instructions: { type: "string", description: "How a model should use the server." },
          out: { type: "string", description: "Its folder; default: <name>-mcp." },
        },
        required: ["name"],
        additionalProperties: false,
      },
      ...server,
    },
    additionalProperties: false,
    $defs: {
      server: {
        type: "object",
        properties: { ...server, prefix: prefixSchema },
        additionalProperties: false,
      },
    },
  };
}

function schemaOf(name: string, row: OptionRow): object {
  const { doc, default: fallback, choices, repeatable, numeric } = row;
  const description = doc.replace(/ Repeatable\b.*$/, "");
  const about = fallback === undefined ? { description } : { description, default: fallback };
  if (name === "routes") {
    const description =
      "The route map: a path relative to this file, a URL, or the route map itself.";
    return { anyOf: [{ type: "string" }, { $ref: "./route-map.schema.json" }], description };
  }
  if (name === "overlay") return { ...listOf(documentTypes), ...about };
  if (repeatable) return { ...listOf([row.type]), ...about };
  if (choices) return { enum: choices, ...about };
  if (row.type === "number") return { type: "integer", minimum: 0, ...about };
  if (numeric) return { type: ["string", "integer"], minimum: 0, ...about };
  return { type: row.type, ...about };
}

/** One value or a list. */
function listOf(types: readonly string[]): object {
  return { type: [...types, "array"], items: { type: types } };
}
