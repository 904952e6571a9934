/** examples/large-api: few tools give access to all operations, with official clients of both eras. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startExample } from "./example-process.js";

test("large-api: operations that are not listed are found, described and called", async (t) => {
  const program = await startExample(t, "large-api/server.ts", {}, ["--mock", "--http", "0"]);
  for (const mode of ["legacy", "auto"] as const) {
    const client = new Client(
      { name: "examples", version: "1.0.0" },
      { versionNegotiation: { mode } },
    );
    await client.connect(new StreamableHTTPClientTransport(program.url));
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      "call_operation",
      "createComplaint",
      "describe_operation",
      "readStatus",
      "search_operations",
    ]);
    const found = await client.callTool({
      name: "search_operations",
      arguments: { query: "plant a new tree" },
    });
    const { operations } = found.structuredContent as { operations: { name: string }[] };
    assert.ok(operations.slice(0, 3).some(({ name }) => name === "createTree"));
    const described = await client.callTool({
      name: "describe_operation",
      arguments: { name: "createTree" },
    });
    const { inputSchema } = described.structuredContent as { inputSchema: { required: string[] } };
    assert.deepEqual(inputSchema.required, ["name"]);
    const called = await client.callTool({
      name: "call_operation",
      arguments: { name: "createTree", arguments: { name: "Oak", place: "Main Street 1" } },
    });
    assert.notEqual(called.isError, true);
    assert.ok("name" in (called.structuredContent as object));
    await client.close();
  }
  assert.equal(await program.stop(), 0, program.output());
});
