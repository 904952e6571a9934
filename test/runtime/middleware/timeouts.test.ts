/** Exception handlers see the error of a tool that takes longer than its `timeoutMs`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMemory, McpServer, type Middleware } from "../../../runtime/index.js";
import { textOf } from "../../support/text-of.js";

const eras = ["2025-11-25", "2026-07-28"] as const;

function slowServer(use: readonly Middleware[]): McpServer {
  const server = new McpServer({ name: "slow", version: "1" }, { use, logger: () => undefined });
  const never = (): Promise<string> => new Promise(() => undefined);
  const input = { type: "object" } as const;
  server.tool({ name: "slow", input, timeoutMs: 20 }, never);
  server.tool({ name: "task", input, timeoutMs: 20, task: "required" }, never);
  server.tool({ name: "models", task: "forbidden" }, async (_input, ctx) => {
    const { text } = await ctx.runTools({ messages: "Go", tools: ["slow"] });
    return text;
  });
  return server;
}

/** A model that calls a tool once and then says what it got. */
let isAsked = false;
const sampling = ({ messages }: { readonly messages: readonly unknown[] }) => {
  isAsked = !isAsked;
  const usage = { type: "tool_use" as const, id: "1", name: "in_slow", input: {} };
  return {
    model: "m",
    role: "assistant" as const,
    content: isAsked ? usage : { type: "text" as const, text: JSON.stringify(messages.at(-1)) },
  };
};

for (const protocolVersion of eras) {
  test(`${protocolVersion}: in every way to call it, those of the mounted server first`, async () => {
    const seen: string[] = [];
    const noting = (name: string, answer?: string): Middleware => ({
      handleError(error, { toolName, args }) {
        seen.push(`${name} ${toolName} ${(error as Error).name} ${JSON.stringify(args)}`);
        return answer;
      },
    });
    const inner = slowServer([noting("inner")]);
    const host = new McpServer({ name: "host", version: "1" }, { use: [noting("host", "late")] });
    host.mount(inner, { prefix: "in_" });
    await using client = await connectMemory(host, {
      protocolVersion,
      sampling,
      samplingFeatures: { tools: true },
    });
    for (const name of ["in_slow", "in_task"]) {
      const result = await client.callTool(name, { n: 1 });
      assert.equal(textOf(result), "late");
      assert.equal(result.isError, true);
    }
    assert.match(textOf(await client.callTool("in_models")), /"late"/);
    // That a call ends to ask the client is no error.
    assert.deepEqual(seen, [
      'inner slow ToolTimeoutError {"n":1}',
      'host in_slow ToolTimeoutError {"n":1}',
      'inner task ToolTimeoutError {"n":1}',
      'host in_task ToolTimeoutError {"n":1}',
      "inner slow ToolTimeoutError {}",
      "host in_slow ToolTimeoutError {}",
    ]);
    await host.close();
  });

  test(`${protocolVersion}: a handler that leaves it alone, or fails, changes nothing else`, async () => {
    for (const handleError of [
      () => undefined,
      () => {
        throw new Error("secret");
      },
    ]) {
      const server = slowServer([{ handleError }]);
      await using client = await connectMemory(server, { protocolVersion });
      const text = textOf(await client.callTool("slow"));
      assert.match(text, /took longer than 20 ms|failed because of an error in the server/);
      await server.close();
    }
  });
}
