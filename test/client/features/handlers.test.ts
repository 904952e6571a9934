import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { ElicitParams, SamplingParams } from "../../../runtime/protocol/client-requests.js";
import {
  connectMemory,
  McpAnswerError,
  McpCallError,
  McpClientError,
  McpConnectionError,
  McpHandshakeError,
  McpServer,
  McpTimeoutError,
  McpToolError,
  McpToolNotFoundError,
  revisions,
  type Revision,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { scripted, settle } from "./scripted-server.js";

const lookup = { name: "lookup", inputSchema: { type: "object" as const } };
const user = { role: "user", content: { type: "text", text: "Hi" } } as const;

function asking(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1" });
  server.tool({ name: "sample" }, async (_input, ctx) => {
    const { content, model } = await ctx.sample({
      messages: [user],
      maxTokens: 9,
      systemPrompt: "s",
    });
    return JSON.stringify({ content, model });
  });
  server.tool({ name: "sample-tools" }, async (_input, ctx) => {
    const { content } = await ctx.sample({ messages: [user], maxTokens: 9, tools: [lookup] });
    return JSON.stringify(content);
  });
  server.tool({ name: "form" }, async (_input, ctx) => {
    const properties = { name: { type: "string" }, age: { type: "integer" } } as const;
    const asked = { message: "Who?", requestedSchema: { type: "object", properties } } as const;
    return JSON.stringify(await ctx.elicit(asked));
  });
  server.tool({ name: "visit" }, async (_input, ctx) => {
    return JSON.stringify(
      await ctx.elicit({ mode: "url", message: "Go", url: "https://zoo.example/x" }),
    );
  });
  server.tool({ name: "roots" }, async (_input, ctx) => JSON.stringify(await ctx.listRoots()));
  server.tool({ name: "talk" }, (_input, ctx) => {
    ctx.log("info", { fed: 1 }, "feeder");
    ctx.progress(1, 2);
    ctx.progress(2, 2, "fed");
    return "talked";
  });
  return server;
}

async function call(
  name: string,
  protocolVersion: Revision,
  options: ClientOptions,
): Promise<string> {
  await using client = await connectMemory(asking(), { protocolVersion, ...options });
  return textOf(await client.callTool(name));
}

for (const revision of revisions) {
  // parity J: sampling_handler
  test(`the user's model is asked: ${revision}`, async () => {
    const asked: SamplingParams[] = [];
    const sampling: ClientOptions["sampling"] = (params, { server }) => {
      asked.push(params);
      assert.equal(server, "zoo");
      return { role: "assistant", model: "m", content: [{ type: "text", text: "Hello" }] };
    };
    const text = await call("sample", revision, { sampling, name: "zoo" });
    assert.equal(text, '{"content":[{"type":"text","text":"Hello"}],"model":"m"}');
    assert.equal(asked[0]?.systemPrompt, "s");
    assert.deepEqual(asked[0].messages, [user]);
  });

  // parity J: roots (list or function), notify_roots_changed
  test(`roots are a list or a function, and their change is told: ${revision}`, async () => {
    const listed = [{ uri: "file:///home/otto", name: "home" }];
    assert.equal(await call("roots", revision, { roots: listed }), JSON.stringify(listed));
    const roots = () => Promise.resolve(listed);
    assert.equal(await call("roots", revision, { roots }), JSON.stringify(listed));
    const { client, received } = await scripted(revision, () => ({}), { roots });
    await client.notifyRootsChanged();
    await settle();
    const told = received.filter(({ method }) => method === "notifications/roots/list_changed");
    // Since 2026-07-28 the server asks whenever it needs them.
    assert.equal(told.length, revision === "2026-07-28" ? 0 : 1);
  });

  // parity J: log_handler / on_log
  // parity J: progress_handler / on_progress
  test(`log messages and progress reach their handlers: ${revision}`, async () => {
    const logged: unknown[] = [];
    const progress: unknown[] = [];
    await using client = await connectMemory(asking(), {
      protocolVersion: revision,
      logLevel: "info",
      onLog: (message) => logged.push(message),
      onProgress: ({ progress: done }) => progress.push(done),
    });
    const own: unknown[] = [];
    await client.callTool("talk", {}, { onProgress: (each) => own.push(each) });
    await eventually(() => assert.equal(logged.length, 1));
    assert.deepEqual(logged, [{ level: "info", logger: "feeder", data: { fed: 1 } }]);
    assert.deepEqual(progress, [1, 2]);
    const message = revision < "2025-03-26" ? {} : { message: "fed" };
    assert.deepEqual(own, [
      { progress: 1, total: 2 },
      { progress: 2, total: 2, ...message },
    ]);
  });

  // parity J: ping
  test(`a server is pinged: ${revision}`, async () => {
    await using client = await connectMemory(asking(), { protocolVersion: revision });
    await client.ping();
  });
}

for (const revision of revisions.filter((each) => each >= "2025-06-18")) {
  // parity J: elicitation_handler
  test(`the user fills in a form; what was not asked for is not sent: ${revision}`, async () => {
    const asked: ElicitParams[] = [];
    const form = (params: ElicitParams) => {
      asked.push(params);
      return { action: "accept", content: { name: "Otto", age: 7, secret: "x" } } as const;
    };
    const expected = '{"action":"accept","content":{"name":"Otto","age":7}}';
    assert.equal(await call("form", revision, { elicitation: form }), expected);
    assert.equal(await call("form", revision, { elicitation: { form } }), expected);
    assert.equal(asked[0]?.message, "Who?");
    const decline = () => ({ action: "decline" }) as const;
    assert.equal(await call("form", revision, { elicitation: decline }), '{"action":"decline"}');
  });

  test(`an answer of a handler that does not fit the form is not sent: ${revision}`, async () => {
    const elicitation = () => ({ action: "accept", content: { age: "old" } }) as const;
    await using client = await connectMemory(asking(), { protocolVersion: revision, elicitation });
    const called = client.callTool("form");
    if (revision === "2026-07-28") {
      await assert.rejects(
        called,
        /The handler of elicitation\/create gave no answer that can be sent\. .*`age`/,
      );
    } else assert.equal((await called).isError, true);
  });
}

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`a page is visited, and a model uses tools, if the client has the handlers: ${revision}`, async () => {
    const url = () => ({ action: "accept" }) as const;
    assert.equal(await call("visit", revision, { elicitation: { url } }), '{"action":"accept"}');
    const use = { type: "tool_use", id: "1", name: "lookup", input: {} } as const;
    const text = await call("sample-tools", revision, {
      sampling: () => ({ role: "assistant", model: "m", content: use, stopReason: "toolUse" }),
      samplingFeatures: { tools: true },
    });
    assert.equal(text, JSON.stringify([use]));
  });
}

test("a question that the client did not declare is refused", async () => {
  const inputRequests = {
    a: {
      method: "elicitation/create",
      params: { mode: "url", message: "Go", url: "https://zoo.example" },
    },
  };
  const { client } = await scripted(
    "2026-07-28",
    () => ({ resultType: "input_required", inputRequests }),
    { elicitation: { form: () => ({ action: "decline" }) } },
  );
  await assert.rejects(client.callTool("x", {}, { checkOutput: false }), (error) => {
    assert.ok(error instanceof McpAnswerError);
    assert.match(error.message, /asks wrongly: This client does not declare .*url/);
    return true;
  });
});

test("a handler is told when the connection ends while it answers", async () => {
  let aborted = false;
  const { client } = await scripted(
    "2026-07-28",
    () => ({
      resultType: "input_required",
      inputRequests: {
        a: {
          method: "elicitation/create",
          params: { mode: "url", message: "Go", url: "https://zoo.example" },
        },
      },
    }),
    {
      elicitation: (_params, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(signal.reason as Error);
          });
        }),
    },
  );
  const called = client.callTool("x", {}, { checkOutput: false });
  await settle();
  await client.close();
  await assert.rejects(called);
  assert.equal(aborted, true);
});

// parity J: McpConnectionError, McpHandshakeError, McpTimeoutError, McpToolError, McpToolNotFoundError
// parity J: McpCallError(code)
test("every failure is an McpClientError with the server's name", async () => {
  const facts = { code: 1, data: { x: 1 }, server: "zoo" };
  for (const Failure of [
    McpAnswerError,
    McpCallError,
    McpConnectionError,
    McpHandshakeError,
    McpTimeoutError,
    McpToolError,
    McpToolNotFoundError,
  ]) {
    const error = new Failure("failed", facts);
    assert.ok(error instanceof McpClientError);
    assert.equal(error.name, Failure.name);
    assert.deepEqual({ code: error.code, data: error.data, server: error.server }, facts);
  }
  await using client = await connectMemory(asking(), { name: "zoo" });
  await assert.rejects(client.callTool("none"), (error) => {
    assert.ok(error instanceof McpCallError);
    assert.equal(error.code, -32602);
    assert.equal(error.server, "zoo");
    return true;
  });
});

// parity J: connect() / close(), handshake, server_info
test("a closed client answers nothing more, and says so", async () => {
  const ended: unknown[] = [];
  const client = await connectMemory(asking(), { onClose: (error) => ended.push(error) });
  assert.equal(client.serverInfo?.name, "zoo");
  assert.ok(client.serverCapabilities.tools);
  const { supportedVersions } = await client.discover();
  assert.ok(supportedVersions.includes("2026-07-28"));
  await client.close();
  assert.deepEqual(ended, [undefined]);
  await assert.rejects(client.listTools(), McpConnectionError);
  await client.close();
});
