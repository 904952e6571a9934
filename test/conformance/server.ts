import { McpServer } from "../../runtime/index.js";
import { registerInputTools } from "./input-tools.js";
import { registerChangeTools } from "./change-tools.js";
import { registerContentTools } from "./content-tools.js";
import { registerInputRequiredTools } from "./input-required-tools.js";
import { registerPrompts } from "./prompts.js";
import { registerResources } from "./resources.js";
import { registerTaskTools } from "./task-tools.js";

/**
 * Returns a server with everything that the conformance suite tests, registered one by one. The first tool must be
 * callable without arguments, and have none in a header: the suite tests HTTP headers with it.
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
