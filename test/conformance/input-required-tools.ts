import { randomUUID } from "node:crypto";
import { elicit, inputRequired, sample, ToolError, type McpServer } from "../../runtime/index.js";
import { askForText, askForYes, askTheModel } from "./questions.js";

/**
 * Tools whose requests have names that the suite knows: most just wait, the last three handle the rounds themselves.
 */
export function registerInputRequiredTools(server: McpServer): void {
  server.tool(
    { name: "test_input_required_result_elicitation", description: "Greets whom it asked" },
    async (_input, ctx) => {
      const answer = await ctx.elicit(askForText("What is your name?", "name"), {
        key: "user_name",
      });
      return `Hello, ${String(answer.content?.["name"] ?? "whoever you are")}!`;
    },
  );
  server.tool(
    { name: "test_input_required_result_sampling", description: "Asks the model" },
    async (_input, ctx) => {
      const { content } = await ctx.sample(askTheModel("What is the capital of France?"), {
        key: "capital_question",
      });
      return JSON.stringify(content);
    },
  );
  server.tool(
    { name: "test_input_required_result_list_roots", description: "Asks for the client's folders" },
    async (_input, ctx) => {
      const roots = await ctx.listRoots({ key: "client_roots" });
      return roots.map(({ uri, name }) => `${name ?? "Folder"}: ${uri}`).join("\n");
    },
  );
  server.tool(
    { name: "test_input_required_result_multiple_inputs", description: "Asks three at once" },
    async (_input, ctx) => {
      const visit = await ctx.once("visit", () => randomUUID());
      const [user, greeting, roots] = await Promise.all([
        ctx.elicit(askForText("What is your name?", "name"), { key: "user_name" }),
        ctx.sample(askTheModel("Generate a greeting", 50), { key: "greeting" }),
        ctx.listRoots({ key: "client_roots" }),
      ]);
      return { visit, user: user.content ?? null, greeting: greeting.content, roots };
    },
  );
  server.tool(
    { name: "test_input_required_result_multi_round", description: "Asks one after the other" },
    async (_input, ctx) => {
      const order = await ctx.once("order", () => randomUUID());
      const first = await ctx.elicit(askForText("Step 1: What is your name?", "name"), {
        key: "step1",
      });
      const second = await ctx.elicit(askForText("Step 2: What is your favorite color?", "color"), {
        key: "step2",
      });
      return { order, ...first.content, ...second.content };
    },
  );
  server.tool(
    { name: "test_input_required_result_request_state", description: "Keeps state for a round" },
    (_input, ctx) => confirmation(ctx.requestState),
  );
  server.tool(
    { name: "test_input_required_result_tampered_state", description: "Trusts its own state only" },
    (_input, ctx) => confirmation(ctx.requestState),
  );
  server.tool(
    {
      name: "test_input_required_result_capabilities",
      description: "Asks whatever the client takes",
    },
    (_input, ctx) => {
      if (ctx.inputResponses) return `Answered: ${Object.keys(ctx.inputResponses).join(", ")}`;
      return inputRequired({
        inputRequests: {
          user_name: elicit(askForText("What is your name?", "name")),
          capital_question: sample(askTheModel("What is the capital of France?")),
        },
      });
    },
  );
}

/** Requests input in the first round, and checks in the second that its state is returned. */
function confirmation(state: unknown): unknown {
  if (state === undefined) {
    return inputRequired({
      inputRequests: { confirm: elicit(askForYes("Please confirm", "ok")) },
      state: { asked: true },
    });
  }
  if (JSON.stringify(state) !== '{"asked":true}') throw new ToolError("The state is not mine.");
  return "state-ok";
}
