import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { connectTransport } from "../../../runtime/client/connect/connect-transport.js";
import {
  connectMemory,
  McpCallError,
  McpServer,
  recordSession,
  replaySession,
  revisions,
  type ClientOptions,
  type McpClient,
  type Progress,
} from "../../../runtime/index.js";

function counter(): McpServer {
  let count = 0;
  const server = new McpServer({ name: "counter", version: "1.0.0" });
  server.tool({ name: "next" }, () => String(++count));
  server.tool({ name: "big" }, () => ({ count: 12345678901234567890n.toString() }));
  server.tool({ name: "steps" }, (_input, ctx) => {
    ctx.progress(1, 2);
    ctx.progress(2, 2);
    return "done";
  });
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const { action } = await ctx.elicit({
      message: "Sure?",
      requestedSchema: { type: "object", properties: {} },
    });
    return action;
  });
  return server;
}

async function text(client: McpClient, name: string): Promise<string> {
  const { content } = await client.callTool(name);
  return content.map((block) => (block.type === "text" ? block.text : "")).join();
}

/** What both the recorded and the played client do. */
async function visit(client: McpClient): Promise<unknown[]> {
  const progress: Progress[] = [];
  const seen: unknown[] = [
    (await client.listTools()).map((tool) => tool.name),
    await text(client, "next"),
    await text(client, "next"),
    await text(client, "big"),
    await client.callTool("steps", {}, { onProgress: (each) => progress.push(each) }),
    progress,
  ];
  if (client.protocolVersion >= "2025-06-18") seen.push(await text(client, "ask"));
  return seen;
}

for (const revision of revisions) {
  test(`a session of ${revision} is recorded and played without its server`, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), "recording-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "session.jsonl");
    let asked = 0;
    const options: ClientOptions = {
      protocolVersion: revision,
      elicitation: () => {
        asked += 1;
        return { action: "accept", content: {} };
      },
    };
    const recorder = await recordSession();
    const recorded = await connectMemory(counter(), { ...options, onMessage: recorder.onMessage });
    const first = await visit(recorded);
    await recorded.close();
    await recorder.save(file);
    assert.equal(readFileSync(file, "utf8"), recorder.text());

    await using played = await connectTransport(await replaySession(file), options);
    assert.deepEqual(await visit(played), first);
    assert.equal(asked, revision >= "2025-06-18" ? 2 : 0, "the question is asked again");
    assert.equal(await text(played, "next"), "2", "the last answer is repeated");
  });
}

test("a client of the official SDK is played to as well", async () => {
  const recorder = await recordSession();
  const recorded = await connectMemory(counter(), {
    protocolVersion: "2025-11-25",
    onMessage: recorder.onMessage,
  });
  await recorded.callTool("next", {});
  await recorded.close();
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(await replaySession({ text: recorder.text() }));
  const { content } = await client.callTool({ name: "next", arguments: {} });
  assert.deepEqual(content, [{ type: "text", text: "1" }]);
  await client.close();
});

test("a request that was not recorded is refused with those that were", async () => {
  const recorder = await recordSession();
  const recorded = await connectMemory(counter(), { onMessage: recorder.onMessage });
  await recorded.callTool("next", {});
  await recorded.close();
  await using client = await connectTransport(await replaySession({ text: recorder.text() }));
  await assert.rejects(client.callTool("next", { by: 2 }), (error) => {
    assert.ok(error instanceof McpCallError);
    assert.match(
      error.message,
      /no answer to tools\/call with {"arguments":{"by":2},"name":"next"}/,
    );
    assert.match(error.message, /it has tools\/call with {"arguments":{},"name":"next"}/);
    return true;
  });
  await assert.rejects(client.request("prompts/list"), /The recording has no prompts\/list/);
});

test("what must not be stored is redacted", async () => {
  const recorder = await recordSession({
    redact: ({ text }) => text.replaceAll("secret-7", "redacted"),
  });
  const recorded = await connectMemory(counter(), { onMessage: recorder.onMessage });
  await recorded.callTool("next", { key: "secret-7" });
  await recorded.close();
  assert.ok(!recorder.text().includes("secret-7"));
  assert.ok(recorder.text().includes('"key":"redacted"'));
});

for (const [what, text, message] of [
  ["another file", '{"name":"x"}\n', /the first line must be/],
  ["a cut line", '{"mcpRecording":1}\n{"from":"client","mess', /Line 2 of the recording must be/],
  ["no message", '{"mcpRecording":1}\n{"from":"client","message":{}}', /Line 2 .* JSON-RPC/],
] as const) {
  test(`${what} is refused as a recording, with the line`, async () => {
    await assert.rejects(replaySession({ text }), (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  });
}
