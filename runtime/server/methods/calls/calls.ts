/** What the first call of a handler loads. */
export { RequestContext } from "../../client-input/request-context.js";
export { callExtension } from "./call-extension.js";
export { callTool } from "./call-tool.js";
