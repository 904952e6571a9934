/** `server.json` of the MCP registry. @see https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
import { defined } from "../../runtime/protocol/defined.js";
import { apiVariables, type ApiVariable } from "../emit/api-variables.js";
import type { Surface } from "../surface/model.js";
import { describeVariable, oneLine, shorten } from "./describe-variable.js";
import { jsonText } from "../emit/json-text.js";
import { requiredVariables } from "./required-variables.js";

/** The registry refuses longer titles and descriptions. */
const maxLength = 100;

/** Returns the entry of a server that is published as an npm package. */
export function registryEntry({ api }: Surface, packageName: string, name: string): string {
  const title = oneLine(api.title);
  const required = requiredVariables(api);
  const version = "0.1.0";
  return jsonText({
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    title: shorten(title, maxLength),
    description: shorten(`The API ${title} as tools for models.`, maxLength),
    version,
    packages: [
      {
        registryType: "npm",
        identifier: packageName,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: apiVariables(api).map((variable) =>
          inputOf(variable, required.has(variable.name)),
        ),
      },
    ],
  });
}

function inputOf(variable: ApiVariable, isRequired: boolean): object {
  const { name, file, secret } = variable;
  return {
    name,
    description: describeVariable(variable),
    ...(file && { format: "filepath" }),
    ...(isRequired && { isRequired }),
    ...(secret && { isSecret: true }),
    ...defined({ default: variable.default }),
  };
}
