import type { McpServer } from "../../runtime/index.js";
import { askForText, askTheModel, choices, userAndEmail, withDefaults } from "./questions.js";
import { messageInput, promptInput } from "./schemas.js";

/** Tools that request client input and wait, written the same for sessions and for stateless requests. */
export function registerInputTools(server: McpServer): void {
  server.tool(
    { name: "test_sampling", description: "Asks the client's model", input: promptInput },
    async ({ prompt }, ctx) => {
      const { content } = await ctx.sample(askTheModel(String(prompt)));
      return `LLM response: ${JSON.stringify(content)}`;
    },
  );
  server.tool(
    { name: "test_elicitation", description: "Asks the user", input: messageInput },
    async ({ message }, ctx) => {
      const answer = await ctx.elicit({ message: String(message), requestedSchema: userAndEmail });
      return `User response: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
    },
  );
  server.tool(
    { name: "test_elicitation_sep1034_defaults", description: "Asks, with defaults for all" },
    async (_input, ctx) => {
      const answer = await ctx.elicit({
        message: "Please check your details",
        requestedSchema: withDefaults,
      });
      return `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
    },
  );
  server.tool(
    { name: "test_elicitation_sep1330_enums", description: "Asks for choices of every shape" },
    async (_input, ctx) => {
      const answer = await ctx.elicit({ message: "Please choose", requestedSchema: choices });
      return `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
    },
  );
  server.tool(
    { name: "test_streaming_elicitation", description: "Asks the user after a word on progress" },
    async (_input, ctx) => {
      ctx.progress(1, 2);
      const answer = await ctx.elicit(askForText("What is your name?", "name"));
      return `User response: ${answer.action}`;
    },
  );
  server.tool(
    {
      name: "test_missing_capability",
      description: "Is of no use without the client's model",
      requires: { sampling: {} },
    },
    () => "The client has a model.",
  );
}
