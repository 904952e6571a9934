import { McpServer } from "../../runtime/index.js";
import { registerInputTools } from "./input-tools.js";
import { registerChangeTools } from "./change-tools.js";
import { registerContentTools } from "./content-tools.js";
import { registerInputRequiredTools } from "./input-required-tools.js";
import { registerPrompts } from "./prompts.js";
import { registerResources } from "./resources.js";
import { registerTaskTools } from "./task-tools.js";

/**
 * Everything the conformance suite asks of a server, registered one by one. The first tool must be one that can be
 * called without arguments and has none in a header: the suite tries the headers of HTTP on it.
 */
export function plainServer(): McpServer {
  const server = new McpServer({
    name: "conformance-plain",
    version: "1.0.0",
    title: "Conformance, plain registration",
  });
  registerContentTools(server);
  registerInputTools(server);
  registerInputRequiredTools(server);
  registerTaskTools(server);
  registerChangeTools(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}
