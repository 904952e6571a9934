// A server on punkpeye's FastMCP. Arguments: `stdio`, or `http` for Streamable HTTP at /mcp and HTTP+SSE at /sse.
import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";

const words = async (value) => ({
  values: ["apple", "apricot", "banana"].filter((word) => word.startsWith(value)),
});

const server = new FastMCP({ name: "judged", version: "3.1.4", instructions: "Try everything." });
server.addTool({
  name: "add",
  description: "Adds.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});
server.addTool({
  name: "fail",
  description: "Fails.",
  execute: async () => {
    throw new UserError("It failed.");
  },
});
server.addTool({
  name: "report",
  description: "Reports.",
  execute: async (_args, { log, reportProgress }) => {
    for (const progress of [1, 2, 3]) {
      await reportProgress({ progress, total: 3, message: `step ${progress}` });
    }
    log.error("loud", { loud: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return "reported";
  },
});
server.addTool({
  name: "ask",
  description: "Asks.",
  execute: async (_args, { elicit }) => {
    const { action, content } = await elicit({
      message: "Who are you?",
      requestedSchema: {
        type: "object",
        properties: { name: { type: "string" }, age: { type: "integer", default: 7 } },
        required: ["name"],
      },
    });
    return JSON.stringify({ action, content });
  },
});
server.addResource({
  uri: "judge://note",
  name: "note",
  mimeType: "text/plain",
  load: async () => ({ text: "a note" }),
});
server.addResourceTemplate({
  uriTemplate: "judge://words/{word}",
  name: "word",
  mimeType: "text/plain",
  arguments: [{ name: "word", required: true, complete: words }],
  load: async ({ word }) => ({ text: `word ${word}` }),
});
server.addPrompt({
  name: "greet",
  description: "Greets.",
  arguments: [{ name: "word", required: true, complete: words }],
  load: async ({ word }) => `Say ${word}.`,
});

if (process.argv[2] === "stdio") {
  await server.start({ transportType: "stdio" });
} else {
  const port = Number(process.env.PORT);
  await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
  console.error("listening");
}
