/** Structured content of error results: the official clients throw where it does not fit the output schema. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";
import { McpServer, serveHttp, type ToolDefinition } from "../../../runtime/index.js";
import { revisions } from "../../../runtime/protocol/revisions.js";
import { Peer } from "../../support/peer.js";

const jsonSchema = {
  type: "object",
  properties: { pushed: { type: "number" } },
  required: ["pushed"],
  additionalProperties: false,
};
const library = z.object({ pushed: z.number() });
const text = { type: "text", text: "rejected: non-fast-forward" };
const misfits = [{ error: "non-fast-forward" }, { pushed: "0" }, [], null, "rejected"];

/** Returns a server whose tool `push` fails with the given result. */
function pushServer(definition: Partial<ToolDefinition>, failure: object): McpServer {
  const server = new McpServer({ name: "s", version: "1" });
  server.tool({ name: "push", ...definition }, () => ({ isError: true, ...failure }));
  return server;
}

async function push(server: McpServer, revision: (typeof revisions)[number] = "2025-11-25") {
  const peer = await Peer.connect(server, revision);
  const { content, structuredContent, isError } = await peer.call("push");
  await peer.close();
  return { content, structuredContent, isError };
}

for (const [kind, output] of [
  ["JSON Schema", jsonSchema],
  ["zod", library],
] as const) {
  test(`${kind}: an error result loses structured content that does not fit, and keeps its text`, async () => {
    for (const structuredContent of misfits) {
      for (const revision of revisions) {
        const server = pushServer({ output }, { content: [text], structuredContent });
        const want = { content: [text], structuredContent: undefined, isError: true };
        assert.deepEqual(await push(server, revision), want, JSON.stringify(structuredContent));
      }
    }
  });

  test(`${kind}: an error result keeps structured content that fits`, async () => {
    const server = pushServer({ output }, { content: [text], structuredContent: { pushed: 0 } });
    assert.deepEqual((await push(server)).structuredContent, { pushed: 0 });
  });
}

test("an error result that has only misfitting structured content says it as text", async () => {
  const server = pushServer(
    { output: jsonSchema },
    { content: [], structuredContent: { error: "non-fast-forward" } },
  );
  assert.deepEqual(await push(server), {
    content: [{ type: "text", text: '{"error":"non-fast-forward"}' }],
    structuredContent: undefined,
    isError: true,
  });
});

test("an error result is sent as it is where nothing is promised or checked", async () => {
  const failure = { content: [text], structuredContent: { error: "non-fast-forward" } };
  for (const definition of [{}, { output: jsonSchema, validateOutput: false }]) {
    assert.deepEqual(await push(pushServer(definition, failure)), { ...failure, isError: true });
  }
});

test("the text of an error result survives a schema library that throws", async () => {
  const broken = library.refine(() => {
    throw new Error("a bug in the refinement");
  });
  const server = pushServer(
    { output: broken },
    { content: [text], structuredContent: { pushed: 1 } },
  );
  assert.deepEqual((await push(server)).content, [text]);
});

test("the official client gets the text of an error result whose structured content does not fit", async () => {
  const failure = { content: [text], structuredContent: { error: "non-fast-forward" } };
  const http = await serveHttp(pushServer({ output: jsonSchema }, failure), { port: 0 });
  const client = new Client({ name: "sdk", version: "1" });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)) as Transport);
    await client.listTools();
    const result = await client.callTool({ name: "push" });
    assert.deepEqual(result, { content: [text], isError: true });
  } finally {
    await client.close();
    await http.close();
  }
});
