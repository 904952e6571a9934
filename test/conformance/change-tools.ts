import type { McpServer } from "../../runtime/index.js";
import { toggle } from "./toggle.js";

/** Tools that change what the server offers at run time. */
export function registerChangeTools(server: McpServer): void {
  const changeTools = toggle(() =>
    server.tool({ name: "temporary_tool", description: "Here for a while" }, () => "Here I am."),
  );
  const changePrompts = toggle(() =>
    server.prompt({ name: "temporary_prompt", description: "Here for a while" }, () => "Hello"),
  );
  server.tool(
    { name: "test_trigger_tool_change", description: "Adds a tool, or takes it away" },
    changeTools,
  );
  server.tool(
    { name: "test_trigger_prompt_change", description: "Adds a prompt, or takes it away" },
    changePrompts,
  );
}
