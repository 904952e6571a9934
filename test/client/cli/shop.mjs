/** A server on standard input and output, for the tests of the command line. It shows what it was started with. */
import { McpServer, serveStdio } from "../../../dist/bundle/index.js";

const server = new McpServer({ name: "shop", version: "1.0.0" });
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const any = { type: "object" };

server.tool(
  {
    name: "echo",
    description: "Returns its arguments as JSON. It takes one of each type.",
    input: {
      type: "object",
      properties: {
        text: { type: "string", description: "Any text." },
        number: { type: "number" },
        whole: { type: "integer" },
        yes: { type: "boolean" },
        size: { enum: ["small", "large"] },
        list: { type: "array", items: { type: "integer" } },
        map: { type: "object" },
        either: { anyOf: [{ type: "number" }, { type: "string" }, { type: "null" }] },
      },
      required: ["text"],
      additionalProperties: false,
    },
    output: any,
  },
  (args) => args,
);
server.tool({ name: "fail", description: "Always fails." }, () => ({
  content: [{ type: "text", text: "Sold out." }],
  isError: true,
}));
server.tool({ name: "photo" }, () => ({
  content: [
    { type: "text", text: "A photo:" },
    { type: "image", mimeType: "image/png", data: pixel },
  ],
}));
server.tool({ name: "controls" }, () => "\u001b[31mred\u0007\ttab");
server.tool({ name: "environment" }, () => Object.keys(process.env).sort().join(" "));
server.tool({ name: "slow" }, async (_, { signal }) => {
  process.stderr.write("slow began\n");
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  process.stderr.write("slow was cancelled\n");
  return "too late";
});
server.tool({ name: "ask" }, async (_, ctx) => {
  const answer = await ctx.elicit({
    message: "How many?\u001b[2J",
    requestedSchema: {
      type: "object",
      properties: { count: { type: "integer", title: "Count" } },
      required: ["count"],
    },
  });
  return `${answer.action} ${JSON.stringify(answer.content)}`;
});
server.resource({ name: "hours", uri: "shop://hours" }, () => "9 to 5");
server.template(
  { name: "item", uriTemplate: "shop://items/{id}" },
  ({ id }) => `Item ${String(id)}`,
);
server.prompt(
  { name: "review", arguments: [{ name: "item", required: true }] },
  ({ item }) => `Review ${item}.`,
);
await serveStdio(server);
