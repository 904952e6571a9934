/** The server under test: a few features of every kind, and counts of the outcomes of its calls. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { McpServer, type ServerOptions } from "../../runtime/index.js";

export interface Counts {
  begun: number;
  aborted: number;
  finished: number;
}

export interface Offer {
  readonly server: McpServer;
  readonly counts: Counts;
}

/** One message of `shout`. */
const kilobytes64 = "x".repeat(64 * 1024);

export function makeOffer(options: ServerOptions = {}): Offer {
  const server = new McpServer({ name: "maltreated", version: "1" }, options);
  const counts: Counts = { begun: 0, aborted: 0, finished: 0 };
  server.tool(
    {
      name: "echo",
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    },
    ({ text }) => text,
  );
  server.tool({ name: "mirror", input: { type: "object" } }, (input) => ({ ...input }));
  server.tool(
    {
      name: "placed",
      input: {
        type: "object",
        properties: { region: { type: "string", "x-mcp-header": "Region" } },
        required: ["region"],
      },
    },
    ({ region }) => region,
  );
  server.tool({ name: "wait" }, async (_input, { signal }) => {
    counts.begun++;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    counts.aborted++;
    return "aborted";
  });
  server.tool(
    { name: "pause", input: { type: "object", properties: { ms: { type: "integer" } } } },
    async ({ ms }, { signal }) => {
      counts.begun++;
      await new Promise((resolve) => setTimeout(resolve, Number(ms)));
      if (signal.aborted) counts.aborted++;
      counts.finished++;
      return "paused";
    },
  );
  server.tool(
    { name: "shout", input: { type: "object", properties: { megabytes: { type: "integer" } } } },
    async ({ megabytes }, ctx) => {
      for (let i = 0; i < Number(megabytes) * 16; i++) {
        ctx.log("error", kilobytes64);
        await nextTurn();
      }
      counts.finished++;
      return "shouted";
    },
  );
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const { action } = await ctx.elicit(
      { message: "Yes?", requestedSchema: { type: "object", properties: {} } },
      { timeoutMs: 500 },
    );
    return action;
  });
  server.resource({ uri: "test://a", name: "a" }, () => "a");
  server.template(
    { uriTemplate: "test://things/{id}", name: "things" },
    ({ id }) => `thing ${String(id)}`,
  );
  server.prompt(
    { name: "greet", arguments: [{ name: "who", complete: (value) => [value] }] },
    ({ who }) => `Hello ${who}`,
  );
  return { server, counts };
}
