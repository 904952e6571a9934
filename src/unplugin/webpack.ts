/**
 * The plugin for webpack.
 *
 * @module mcp-codegen/webpack
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.webpack;
