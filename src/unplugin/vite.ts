/**
 * The plugin for vite.
 *
 * @module mcp-codegen/vite
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.vite;
