/** A server that makes a client send every kind of message there is. */
import type { McpServer } from "../../../runtime/index.js";
import { taskServer } from "../../support/servers/task-server.js";

const question = {
  message: "Your name?",
  requestedSchema: {
    type: "object" as const,
    properties: {
      name: { type: "string" as const },
      age: { type: "integer" as const, default: 3 },
    },
    required: ["name"],
  },
};
const prompted = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Hello" } }],
  maxTokens: 10,
};

export function askingServer(): McpServer {
  // Its tools may run as tasks, and ask meanwhile.
  const { server, gate } = taskServer();
  gate.open();
  server.tool(
    {
      name: "sum",
      input: { type: "object", properties: { numbers: { type: "array" } } },
      output: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
    },
    ({ numbers }, ctx) => {
      ctx.progress(1, 2, "half");
      ctx.log("info", { numbers });
      return { sum: (numbers as number[]).reduce((sum, each) => sum + Number(each), 0) };
    },
  );
  server.tool({ name: "form" }, async (_input, ctx) => JSON.stringify(await ctx.elicit(question)));
  server.tool({ name: "visit" }, async (_input, ctx) => {
    const page = { mode: "url", url: "https://example.com/", message: "Visit", elicitationId: "1" };
    return JSON.stringify(await ctx.elicit(page as Parameters<typeof ctx.elicit>[0]));
  });
  server.tool({ name: "sample" }, async (_input, ctx) => (await ctx.sample(prompted)).model);
  server.tool({ name: "sample-tools" }, async (_input, ctx) => {
    const tools = [{ name: "look", inputSchema: { type: "object" as const } }];
    return JSON.stringify((await ctx.sample({ ...prompted, tools })).content);
  });
  server.tool({ name: "folders" }, async (_input, ctx) => JSON.stringify(await ctx.listRoots()));
  server.tool({ name: "hang" }, (_input, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  });
  const letters = { complete: { letter: () => ["a", "b"] } };
  server.resource({ uri: "note://a", name: "a" }, () => "A");
  server.template({ uriTemplate: "note://{letter}", name: "note", ...letters }, () => "any");
  server.prompt(
    {
      name: "greet",
      arguments: [{ name: "name", complete: () => ["Otto"] }, { name: "title" }],
    },
    ({ name }) => `Hello ${name}`,
  );
  server.tool({ name: "touch" }, () => {
    server.resourceUpdated("note://a");
    return "touched";
  });
  return server;
}
