/** What a handler's context offers while its call is a task, in both eras. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  McpServer,
  type SamplingParams,
  type SamplingResult,
} from "../../../runtime/index.js";
import { mayUse } from "../../../runtime/session/scope-check.js";
import { IncomingRequest } from "../../../runtime/session/incoming-request.js";
import { taskRequest } from "../../../runtime/server/tasks/request.js";
import { textOf } from "../../support/text-of.js";

/** Uses the tool `look`, then says what that returned. */
function model({ messages }: SamplingParams): SamplingResult {
  const last = JSON.stringify(messages.at(-1));
  const look = { type: "tool_use" as const, id: "1", name: "look", input: {} };
  return messages.length === 1
    ? { role: "assistant", model: "m", stopReason: "toolUse", content: [look] }
    : { role: "assistant", model: "m", content: { type: "text", text: last } };
}

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`${protocolVersion}: a task uses the tools, the log level and the subscribers of its server`, async () => {
    const server = new McpServer(
      { name: "s", version: "1" },
      { logLevel: "error", logger: () => {} },
    );
    const seen: unknown[] = [];
    server.resource({ name: "r", uri: "a://r" }, () => "r");
    server.tool({ name: "look" }, () => "sunny");
    server.tool({ name: "t", task: "required" }, async (_input, ctx) => {
      seen.push(ctx.logLevel, ctx.isSubscribed("a://r"), ctx.isSubscribed("a://other"));
      const { text } = await ctx.runTools({ messages: "How is the weather?", tools: ["look"] });
      return text;
    });
    await using client = await connectMemory(server, {
      protocolVersion,
      logLevel: "info",
      sampling: model,
      samplingFeatures: { tools: true },
    });
    await client.subscribe("a://r");
    const running = await client.startTool("t");
    assert.match(textOf(await running.result()), /sunny/);
    assert.deepEqual(seen, ["error", true, false]);
    await server.close();
  });
}

test("the request that a task sees comes from the same sender and checks scopes in the same way", () => {
  const request = new IncomingRequest({
    id: 1,
    method: "tools/call",
    params: {},
    protocolVersion: "2026-07-28",
    caller: { subject: "ann", scopes: ["admin"], claims: {} },
    authorizer: { allows: ({ scopes }) => scopes.includes("admin") },
    peer: "192.0.2.1",
  });
  const seen = taskRequest(request, "1", () => {});
  assert.equal(mayUse(seen, ["read"]), true);
  assert.equal(seen.peer, "192.0.2.1");
});
