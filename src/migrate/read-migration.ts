import type { MigratedTool, Migration, MigrationSource } from "./migrate-model.js";
import { fromAwslabs } from "./tools/awslabs.js";
import { fromFastMcp } from "./tools/fastmcp.js";
import { fromKubb } from "./tools/kubb.js";
import { fromOpenApiMcpGenerator } from "./tools/openapi-mcp-generator.js";
import { fromOrval } from "./tools/orval.js";
import { fromSpeakeasy } from "./tools/speakeasy.js";
import { fromStainless } from "./tools/stainless.js";

const readers: Readonly<Record<MigratedTool, (source: MigrationSource) => Migration>> = {
  "openapi-mcp-generator": fromOpenApiMcpGenerator,
  fastmcp: fromFastMcp,
  awslabs: fromAwslabs,
  orval: fromOrval,
  kubb: fromKubb,
  speakeasy: fromSpeakeasy,
  stainless: fromStainless,
};

/** Where each tool has its configuration, usual places first. */
export const usualFiles: Readonly<Record<MigratedTool, readonly string[]>> = {
  "openapi-mcp-generator": ["package.json"],
  fastmcp: ["server.py", "main.py"],
  awslabs: [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json"],
  orval: ["orval.config.ts", "orval.config.js", "orval.config.mjs", "orval.config.json"],
  kubb: ["kubb.config.ts", "kubb.config.js", "kubb.config.mjs"],
  speakeasy: [".speakeasy/workflow.yaml"],
  stainless: ["stainless.yml", "stainless.yaml", ".stainless/stainless.yml"],
};

/**
 * Reads the set-up of another tool. Nothing of it runs.
 *
 * @throws MigrationFault if it has nothing of that tool
 */
export function readMigration(tool: MigratedTool, source: MigrationSource): Migration {
  return readers[tool](source);
}
