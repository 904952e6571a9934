/**
 * The plugin for rspack.
 *
 * @module mcp-codegen/rspack
 */
import { mcpCodegen } from "./plugin.js";

export type { McpCodegenOptions } from "./bundled-servers.js";

export default mcpCodegen.rspack;
