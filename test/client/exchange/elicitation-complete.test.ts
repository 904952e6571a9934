import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMemory, McpServer } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";

test("a client hears that the user is done with a page, by its id", async () => {
  const server = new McpServer({ name: "pages", version: "1.0.0" });
  server.tool({ name: "visit" }, async (_input, ctx) => {
    const { action } = await ctx.elicit({
      mode: "url",
      message: "Please log in.",
      url: "https://example.com/login",
      elicitationId: "login-7",
    });
    server.elicitationComplete("login-7");
    return action;
  });
  const heard: string[] = [];
  await using client = await connectMemory(server, {
    protocolVersion: "2025-11-25",
    elicitation: { url: () => ({ action: "accept" }) },
    onElicitationComplete: (id) => heard.push(id),
  });
  const stop = client.on("elicitationComplete", (id) => heard.push(`also ${id}`));
  await client.callTool("visit");
  await eventually(() => heard.length === 2);
  assert.deepEqual(heard, ["login-7", "also login-7"]);
  stop();
});
