/**
 * The plugin for esbuild.
 *
 * @module mcp-codegen/esbuild
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.esbuild;
