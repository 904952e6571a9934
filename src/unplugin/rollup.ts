/**
 * The plugin for rollup.
 *
 * @module mcp-codegen/rollup
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.rollup;
