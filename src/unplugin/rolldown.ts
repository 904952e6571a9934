/**
 * The plugin for rolldown.
 *
 * @module mcp-codegen/rolldown
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.rolldown;
