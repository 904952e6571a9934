/** The options of `migrate`. */
import type { OptionRow } from "../option-row.js";

export const migrationOptions = {
  from: {
    type: "string",
    choices: [
      "openapi-mcp-generator",
      "fastmcp",
      "awslabs",
      "orval",
      "kubb",
      "speakeasy",
      "stainless",
    ],
    doc: "The tool whose set-up is read.",
    commands: ["migrate"],
    commandLineOnly: true,
  },
} as const satisfies Record<string, OptionRow>;
