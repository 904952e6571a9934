import { setTimeout as wait } from "node:timers/promises";
import {
  elicit,
  errorCodes,
  inputRequired,
  ProtocolError,
  ToolError,
  type ElicitResult,
  type McpServer,
} from "../../runtime/index.js";
import { askForText, askForYes } from "./questions.js";
import { computeInput, filenameInput, nameInput } from "./schemas.js";

/** Tools that may become tasks. @see MCP 2026-07-28, extension io.modelcontextprotocol/tasks */
export function registerTaskTools(server: McpServer): void {
  server.tool(
    { name: "greet", description: "Greets, and never as a task", input: nameInput },
    ({ name }) => `Hello, ${String(name)}!`,
  );
  server.tool(
    {
      name: "slow_compute",
      description: "Takes as long as it is told",
      input: computeInput,
      task: "optional",
    },
    async ({ seconds, label }, ctx) => {
      await wait(Number(seconds) * 1000, undefined, { signal: ctx.signal });
      return `Computed ${String(label)} for ${String(seconds)} s`;
    },
  );
  server.tool(
    { name: "failing_job", description: "Fails after a second", task: "required" },
    async (_input, ctx) => {
      await wait(1000, undefined, { signal: ctx.signal });
      throw new ToolError("The job failed.");
    },
  );
  server.tool(
    { name: "protocol_error_job", description: "Ends with a JSON-RPC error", task: "required" },
    async (_input, ctx) => {
      await wait(100, undefined, { signal: ctx.signal });
      throw new ProtocolError(errorCodes.internalError, "The job can't be run.");
    },
  );
  server.tool(
    {
      name: "confirm_delete",
      description: "Deletes a file, if the user says so",
      input: filenameInput,
      task: "optional",
    },
    async ({ filename }, ctx) => {
      const answer = await ctx.elicit(askForYes(`Delete ${String(filename)}?`, "confirm"));
      return answer.content?.["confirm"] === true ? `Deleted ${String(filename)}` : "Kept it.";
    },
  );
  server.tool(
    { name: "multi_input", description: "Asks two questions at once", task: "optional" },
    async (_input, ctx) => {
      const answers = await Promise.all([
        ctx.elicit(askForText("What is your name?", "name"), { key: "name" }),
        ctx.elicit(askForYes("Do you confirm?", "confirm"), { key: "confirm" }),
      ]);
      return answers.map(({ action }) => action).join(", ");
    },
  );
  server.tool(
    {
      name: "test_tool_with_task",
      description: "Asks for a name first, and works as a task then",
      task: "required",
    },
    async (_input, ctx) => {
      // The client may send anything.
      const answer = ctx.inputResponses?.["user_name"] as Partial<ElicitResult> | null | undefined;
      const name = answer?.content?.["name"];
      if (typeof name !== "string") {
        return inputRequired({
          inputRequests: { user_name: elicit(askForText("What is your name?", "name")) },
        });
      }
      await wait(100, undefined, { signal: ctx.signal });
      return `Done for ${name}`;
    },
  );
}
