/** Servers on the frameworks that most servers are written with, over each of their transports. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  connect,
  type ClientOptions,
  type McpClient,
  type Progress,
  type ServerLogMessage,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import { httpServer, programFile, stdioServer, type HttpServer } from "./npm-servers.js";

interface Framework {
  readonly name: string;
  readonly program: string;
  /** Newest revision that it speaks. */
  readonly revision: string;
  /** Paths over HTTP, with the transport to be found there. */
  readonly paths: Readonly<Record<string, "http" | "sse">>;
  /** Paths at which the server can't ask anything, nor send anything by itself. */
  readonly silent?: readonly string[];
}

const frameworks: readonly Framework[] = [
  {
    name: "punkpeye's FastMCP",
    program: "fastmcp-server.js",
    revision: "2025-11-25",
    paths: { "/mcp": "http", "/sse": "sse" },
  },
  {
    name: "the official SDK v1",
    program: "sdk-v1-server.js",
    revision: "2025-11-25",
    paths: { "/mcp": "http", "/stateless": "http", "/sse": "sse" },
    silent: ["/stateless"],
  },
  {
    name: "the official SDK v2",
    program: "sdk-v2-server.js",
    revision: "2026-07-28",
    paths: { "/mcp": "http" },
  },
];

// They mostly wait for processes to start.
describe("frameworks", { concurrency: true }, () => {
  for (const { name, program, revision, paths, silent = [] } of frameworks) {
    describe(name, { concurrency: 1 }, () => {
      describe("over stdio", () => {
        const { target, gone } = stdioServer(programFile(program), ["stdio"]);
        checkServer((options) => connect(target, options), "stdio", revision, true);
        test("no process of it is left", gone);
      });

      let server: HttpServer;
      before(async () => {
        server = await httpServer(programFile(program), ["http"], /listening/);
      });
      after(() => server?.stop());

      for (const [path, transport] of Object.entries(paths)) {
        describe(`at ${path}`, () => {
          const open = (options: ClientOptions): Promise<McpClient> =>
            connect(`http://127.0.0.1:${server.port}${path}`, options);
          checkServer(open, transport, revision, !silent.includes(path));
        });
      }
    });
  }
});

function checkServer(
  open: (options: ClientOptions) => Promise<McpClient>,
  transport: string,
  revision: string,
  mayAsk: boolean,
): void {
  let client: McpClient;
  const logs: ServerLogMessage[] = [];

  before(async () => {
    client = await open({
      elicitation: () => ({ action: "accept", content: { name: "Ann" } }),
      logLevel: "info",
      onLog: (message) => void logs.push(message),
    });
  });

  after(() => client?.close());

  test("the transport and the revision are found", async () => {
    assert.equal(client.transport, transport);
    assert.equal(client.protocolVersion, revision);
    assert.equal(client.serverInfo?.name, "judged");
    assert.equal(client.serverInfo?.version, "3.1.4");
    assert.equal(client.instructions, "Try everything.");
    await client.ping();
  });

  test("every tool is listed, called and checked", async () => {
    const tools = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), ["add", "ask", "fail", "report"]);
    assert.ok(tools.find(({ name }) => name === "add")?.outputSchema);
    const { structuredContent } = await client.callTool("add", { a: 1.5, b: 2 });
    assert.deepEqual(structuredContent, { sum: 3.5 });
  });

  test("a tool that fails is told as such, or thrown", async () => {
    const result = await client.callTool("fail");
    assert.equal(result.isError, true);
    assert.match(textOf(result), /It failed\./);
    const thrown = client.callTool("fail", {}, { throwToolErrors: true });
    await assert.rejects(thrown, { name: "McpToolError" });
  });

  test("progress and log messages are heard", async () => {
    const steps: Progress[] = [];
    const result = await client.callTool(
      "report",
      {},
      {
        onProgress: (progress) => void steps.push(progress),
      },
    );
    assert.equal(textOf(result), "reported");
    if (!mayAsk) return;
    assert.deepEqual(
      steps.map(({ progress, total, message }) => [progress, total, message]),
      [1, 2, 3].map((step) => [step, 3, `step ${step}`]),
    );
    // Some servers log the connection as well.
    await eventually(() => logs.some(({ level }) => level === "error"));
    assert.match(JSON.stringify(logs.find(({ level }) => level === "error")?.data), /loud/);
  });

  test("a question reaches the handler", { skip: !mayAsk && "no way to ask" }, async () => {
    const answer = JSON.parse(textOf(await client.callTool("ask"))) as unknown;
    assert.deepEqual(answer, { action: "accept", content: { name: "Ann", age: 7 } });
  });

  test("resources are listed and read, through templates too", async () => {
    assert.deepEqual(
      (await client.listResources()).map(({ uri }) => uri),
      ["judge://note"],
    );
    assert.deepEqual(
      (await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate),
      ["judge://words/{word}"],
    );
    assert.equal(await read("judge://note"), "a note");
    assert.equal(await read("judge://words/apple"), "word apple");
  });

  test("prompts are listed and got, and arguments completed", async () => {
    assert.deepEqual(
      (await client.listPrompts()).map(({ name }) => name),
      ["greet"],
    );
    const { messages } = await client.getPrompt("greet", { word: "hi" });
    assert.match(JSON.stringify(messages), /Say hi\./);
    const argument = { name: "word", value: "ap" };
    for (const reference of [
      { type: "ref/prompt", name: "greet" },
      { type: "ref/resource", uri: "judge://words/{word}" },
    ] as const) {
      const { values } = await client.complete(reference, argument);
      assert.deepEqual(values, ["apple", "apricot"]);
    }
  });

  test("many calls at once each get their own answer", async () => {
    const numbers = Array.from({ length: 40 }, (_, a) => a);
    const results = await Promise.all(numbers.map((a) => client.callTool("add", { a, b: 100 })));
    assert.deepEqual(
      results.map(({ structuredContent }) => structuredContent),
      numbers.map((a) => ({ sum: a + 100 })),
    );
  });

  test("nothing can be called once the client is closed", async () => {
    await client.close();
    await assert.rejects(client.callTool("add", { a: 1, b: 2 }), { name: "McpConnectionError" });
  });

  async function read(uri: string): Promise<string | undefined> {
    const [first] = (await client.readResource(uri)).contents;
    return first && "text" in first ? first.text : undefined;
  }
}
