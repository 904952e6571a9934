/** The reference server "everything", which has each feature of 2025-11-25, over its three transports. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { after, before, describe, test } from "node:test";
import {
  connect,
  type CallToolResult,
  type ClientOptions,
  type ElicitParams,
  type ListKind,
  type McpClient,
  type ServerLogMessage,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { httpServer, packageFile, stdioServer } from "./npm-servers.js";

const program = packageFile("@modelcontextprotocol/server-everything/dist/index.js");

type Target = Parameters<typeof connect>[0];

interface Started {
  readonly target: Target;
  stop(): Promise<void>;
}

const transports: Readonly<Record<string, () => Promise<Started>>> = {
  async stdio() {
    const { target, gone } = stdioServer(program, ["stdio"]);
    return { target, stop: gone };
  },
  async http() {
    const { port, stop } = await httpServer(program, ["streamableHttp"], /listening on port/);
    return { target: `http://127.0.0.1:${port}/mcp`, stop };
  },
  async sse() {
    const { port, stop } = await httpServer(program, ["sse"], /running on port/);
    return { target: `http://127.0.0.1:${port}/sse`, stop };
  },
};

// The servers mostly wait, so they are asked at the same time.
describe("server-everything", { concurrency: true }, () => {
  for (const [kind, start] of Object.entries(transports)) {
    describe(`over ${kind}`, { concurrency: 1 }, () => checkEverything(kind, start));
  }
});

function checkEverything(kind: string, start: () => Promise<Started>): void {
  let started: Started;
  let client: McpClient;
  const heard = {
    logs: [] as ServerLogMessage[],
    lists: [] as ListKind[],
    updates: [] as string[],
    forms: [] as ElicitParams[],
    closes: [] as (Error | undefined)[],
  };
  const roots = [{ uri: "file:///home/ann", name: "home" }];
  const options: ClientOptions = {
    clientInfo: { name: "judge", version: "1.0.0" },
    roots: () => roots,
    sampling: ({ messages, maxTokens }) => {
      const [first] = [messages[0]?.content].flat();
      const asked = first?.type === "text" ? first.text : "";
      const text = `${asked} in ${maxTokens}`;
      return { model: "abacus", role: "assistant", content: { type: "text", text } };
    },
    elicitation: (params) => {
      heard.forms.push(params);
      if (params.mode === "url") return { action: "accept" };
      const asksToClarify = params.message.startsWith("The research query");
      const content = asksToClarify ? { interpretation: "snake" } : { name: "Ann", check: true };
      return { action: "accept", content };
    },
    onLog: (message) => void heard.logs.push(message),
    onListChanged: (list) => void heard.lists.push(list),
    onResourceUpdated: (uri) => void heard.updates.push(uri),
    onClose: (error) => void heard.closes.push(error),
  };

  before(async () => {
    started = await start();
    client = await connect(started.target, options);
  });

  after(async () => {
    await client?.close();
    await started?.stop();
  });

  const call = (name: string, args = {}): Promise<CallToolResult> => client.callTool(name, args);
  const say = async (name: string, args = {}): Promise<string> => textOf(await call(name, args));

  test("the transport and the revision are found", () => {
    assert.equal(client.transport, kind);
    assert.equal(client.protocolVersion, "2025-11-25");
    assert.equal(client.serverInfo?.name, "mcp-servers/everything");
    assert.match(client.instructions ?? "", /Everything/);
    assert.equal(client.sessionId !== undefined, kind === "http");
    assert.ok(client.serverCapabilities.tools);
    assert.ok(client.serverCapabilities.logging);
  });

  test("every tool is called, and answers as it says", async () => {
    const tools = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !(name in calls)),
      [],
    );
    for (const [name, check] of Object.entries(calls)) {
      assert.ok(
        tools.some((tool) => tool.name === name),
        name,
      );
      await check(call, client);
    }
  });

  test("an unknown tool and wrong arguments are told", async () => {
    await assert.rejects(
      client.callTool("no-such-tool", {}, { throwToolErrors: true }),
      /no-such-tool/,
    );
    const result = await call("get-sum", { a: "one" });
    assert.equal(result.isError, true);
  });

  test("questions reach the handlers, and forms are completed with their defaults", async () => {
    assert.match(await say("trigger-sampling-request", { prompt: "why", maxTokens: 7 }), /in 7/);
    const { content } = await call("trigger-elicitation-request");
    const raw = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
    assert.match(raw, /Name: Ann/);
    assert.match(raw, /Favorite Integer: 42/);
    assert.match(raw, /"legacyTitledEnum": "pet-1"/);
    assert.match(await say("get-roots-list"), /home\n +URI: file:\/\/\/home\/ann/);
  });

  test("a page is shown to the user", async () => {
    const url = "https://pages.example/sign";
    assert.match(await say("trigger-url-elicitation", { url, elicitationId: "7" }), /completed/);
    assert.ok(heard.forms.some((form) => form.mode === "url" && form.url === url));
  });

  test("a page that must be visited first is an error with its address", async () => {
    const args = { url: "https://pages.example/first", errorPath: true };
    await assert.rejects(client.callTool("trigger-url-elicitation", args), { code: -32042 });
  });

  test("the server hears that the roots changed", async () => {
    roots.push({ uri: "file:///srv/data", name: "data" });
    await client.notifyRootsChanged();
    await eventually(async () => /data/.test(await say("get-roots-list")));
  });

  test("progress is reported for each step", async () => {
    const steps: number[] = [];
    const args = { duration: 0.5, steps: 5 };
    const result = await client.callTool("trigger-long-running-operation", args, {
      onProgress: ({ progress, total }) => {
        assert.equal(total, 5);
        steps.push(progress);
      },
    });
    assert.match(textOf(result), /completed/);
    // This server sends the last step and the answer together, and over HTTP on one stream.
    assert.deepEqual(steps, [1, 2, 3, 4, 5]);
  });

  test("a call is cancelled by its signal", async () => {
    const stop = new AbortController();
    const args = { duration: 60, steps: 600 };
    const running = client.callTool("trigger-long-running-operation", args, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await assert.rejects(running, /enough/);
  });

  test("resources are listed and read, through templates too", async () => {
    const resources = await client.listResources();
    const document = resources.find(({ name }) => name === "features.md");
    assert.equal(document?.mimeType, "text/markdown");
    for (const { uri } of resources) {
      const { contents } = await client.readResource(uri);
      assert.equal(contents[0]?.uri, uri);
    }
    const templates = await client.listResourceTemplates();
    assert.deepEqual(templates.map(({ uriTemplate }) => uriTemplate).sort(), [
      "demo://resource/dynamic/blob/{resourceId}",
      "demo://resource/dynamic/text/{resourceId}",
    ]);
    const { contents } = await client.readResource("demo://resource/dynamic/blob/7");
    const blob = contents[0] && "blob" in contents[0] ? contents[0].blob : "";
    assert.match(Buffer.from(blob ?? "", "base64").toString(), /^Resource 7: /);
    await assert.rejects(client.readResource("demo://resource/dynamic/text/none"));
  });

  test("a new resource is told, listed and read", async () => {
    heard.lists.length = 0;
    const args = { name: "hello.gz", data: "data:text/plain,hello", outputType: "resourceLink" };
    const { content } = await call("gzip-file-as-resource", args);
    const [link] = content;
    assert.equal(link?.type, "resource_link");
    await eventually(() => heard.lists.includes("resources"));
    const uri = link?.type === "resource_link" ? link.uri : "";
    assert.ok((await client.listResources()).some((resource) => resource.uri === uri));
    const { contents } = await client.readResource(uri);
    const blob = contents[0] && "blob" in contents[0] ? (contents[0].blob ?? "") : "";
    assert.equal(gunzipSync(Buffer.from(blob, "base64")).toString(), "hello");
  });

  test("updates of a resource are heard until the subscription ends", async () => {
    const uri = "demo://resource/dynamic/text/1";
    const end = await client.subscribe(uri);
    await call("toggle-subscriber-updates");
    await eventually(() => heard.updates.includes(uri));
    await end();
    await call("toggle-subscriber-updates");
  });

  test("prompts are listed and got with their arguments", async () => {
    const prompts = await client.listPrompts();
    assert.deepEqual(prompts.map(({ name }) => name).sort(), [
      "args-prompt",
      "completable-prompt",
      "resource-prompt",
      "simple-prompt",
    ]);
    const simple = await client.getPrompt("simple-prompt");
    assert.match(JSON.stringify(simple.messages), /simple prompt without arguments/);
    const city = await client.getPrompt("args-prompt", { city: "Oslo" });
    assert.match(JSON.stringify(city.messages), /weather in Oslo\?/);
    const args = { resourceType: "Text", resourceId: "3" };
    const { messages } = await client.getPrompt("resource-prompt", args);
    assert.ok(messages.some(({ content }) => content.type === "resource"));
    await assert.rejects(client.getPrompt("args-prompt"), { code: -32602 });
  });

  test("arguments are completed, also by those given before", async () => {
    const reference = { type: "ref/prompt", name: "completable-prompt" } as const;
    const department = await client.complete(reference, { name: "department", value: "S" });
    assert.deepEqual(department.values, ["Sales", "Support"]);
    const context = { department: "Sales" };
    const name = await client.complete(reference, { name: "name", value: "" }, { context });
    assert.deepEqual(name.values, ["David", "Eve", "Frank"]);
    const template = {
      type: "ref/resource",
      uri: "demo://resource/dynamic/text/{resourceId}",
    } as const;
    const id = await client.complete(template, { name: "resourceId", value: "12" });
    assert.deepEqual(id.values, ["12"]);
  });

  test("log messages are heard from the wanted level on", async () => {
    await client.setLogLevel("debug");
    heard.logs.length = 0;
    await call("toggle-simulated-logging");
    await eventually(() => heard.logs.some(({ data }) => /message/.test(String(data))));
    await call("toggle-simulated-logging");
  });

  test("a task runs, asks and ends", async () => {
    const args = { topic: "python", ambiguous: true };
    const running = await client.startTool("simulate-research-query", args);
    assert.match(running.task.status, /^(working|input_required)$/);
    const report = textOf(await running.result());
    assert.match(report, /# Research Report: python \(snake\)/);
    assert.equal((await running.refresh()).status, "completed");
  });

  test("a task is cancelled", async () => {
    const running = await client.startTool("simulate-research-query", { topic: "time" });
    await running.cancel();
    assert.equal((await running.refresh()).status, "cancelled");
  });

  test("the server answers a ping, and the client closes without an error", async () => {
    await client.ping();
    await client.close();
    assert.deepEqual(heard.closes, [undefined]);
    await assert.rejects(client.ping(), { name: "McpConnectionError" });
    if (kind === "stdio") await started.stop();
  });
}

type Call = (name: string, args?: object) => Promise<CallToolResult>;

/** A call of each tool, except for those with a test of their own. */
const calls: Readonly<Record<string, (call: Call, client: McpClient) => Promise<unknown>>> = {
  async echo(call) {
    assert.equal(textOf(await call("echo", { message: "hé\u2028llo 🙂" })), "Echo: hé\u2028llo 🙂");
  },
  async "get-annotated-message"(call) {
    const { content } = await call("get-annotated-message", {
      messageType: "error",
      includeImage: true,
    });
    assert.deepEqual(content[0]?.annotations, { priority: 1, audience: ["user", "assistant"] });
    assert.equal(content[1]?.type, "image");
  },
  async "get-env"(call, client) {
    const env = JSON.parse(textOf(await call("get-env"))) as Record<string, string>;
    assert.equal(typeof env["PATH"], "string");
    // Nothing of this process but what each program needs.
    if (client.transport === "stdio") assert.equal(env["NODE_TEST_CONTEXT"], undefined);
  },
  async "get-resource-links"(call) {
    const { content } = await call("get-resource-links", { count: 4 });
    assert.equal(content.filter(({ type }) => type === "resource_link").length, 4);
  },
  async "get-resource-reference"(call) {
    const { content } = await call("get-resource-reference", {
      resourceType: "Blob",
      resourceId: 2,
    });
    assert.equal(content[1]?.type, "resource");
  },
  async "get-structured-content"(call) {
    const { structuredContent } = await call("get-structured-content", { location: "Chicago" });
    assert.deepEqual(structuredContent, {
      temperature: 36,
      conditions: "Light rain / drizzle",
      humidity: 82,
    });
  },
  async "get-sum"(call) {
    assert.equal(textOf(await call("get-sum", { a: 1.5, b: 2 })), "The sum of 1.5 and 2 is 3.5.");
  },
  async "get-tiny-image"(call) {
    const { content } = await call("get-tiny-image");
    const image = content[1];
    assert.ok(image?.type === "image");
    assert.equal(Buffer.from(image.data, "base64").subarray(1, 4).toString(), "PNG");
  },
  async "gzip-file-as-resource"(call) {
    const args = { name: "a.gz", data: "data:text/plain,abc", outputType: "resource" };
    const [block] = (await call("gzip-file-as-resource", args)).content;
    assert.ok(block?.type === "resource" && "blob" in block.resource);
    assert.equal(gunzipSync(Buffer.from(block.resource.blob ?? "", "base64")).toString(), "abc");
  },
  async "simulate-research-query"() {},
  async "toggle-simulated-logging"() {},
  async "toggle-subscriber-updates"() {},
  async "trigger-long-running-operation"() {},
  async "get-roots-list"() {},
  async "trigger-elicitation-request"() {},
  async "trigger-url-elicitation"() {},
  async "trigger-sampling-request"() {},
};
