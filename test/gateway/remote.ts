/** `remote.ts PORT`: a remote server of our own, which the judge kills and starts again. Prints a line when it listens. */
import { McpServer, serveHttp } from "../../runtime/index.js";

const server = new McpServer({ name: "clock", version: "1.0.0" });
server.tool({ name: "now", description: "Tells the time." }, () => "noon");
server.tool({ name: "big" }, () => ({ content: [], structuredContent: { id: 9007199254740993n } }));
server.tool({ name: "ask" }, async (_input, ctx) => {
  const { action } = await ctx.elicit({
    message: "Sure?",
    requestedSchema: { type: "object", properties: {} },
  });
  return action;
});
server.tool({ name: "pid" }, () => String(process.pid));
server.resource({ name: "zone", uri: "clock://zone" }, () => "UTC");
server.prompt({ name: "greet", arguments: [{ name: "who" }] }, ({ who }) => `Hello ${who}`);
await serveHttp(server, { port: Number(process.argv[2]) });
process.stdout.write("listening\n");
