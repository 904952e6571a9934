/** The official SDK's client, version 1, with all its features against a handwritten server. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
  type Progress,
} from "@modelcontextprotocol/sdk/types.js";
import { eventually } from "../../support/eventually.js";
import { checkedTransport } from "../../support/wire/sdk.js";
import {
  fetchEndpoint,
  httpEndpoint,
  sseEndpoint,
  stdioEndpoint,
  type Endpoint,
} from "./endpoints.js";
import { toolCount } from "./peer-server.js";
import { testShared, textOf } from "./shared-cases.js";

const transports: readonly [name: string, open: () => Promise<Endpoint>][] = [
  ["stdio", () => Promise.resolve(stdioEndpoint)],
  ["Streamable HTTP", httpEndpoint],
  ["the fetch handler", fetchEndpoint],
  ["HTTP+SSE", sseEndpoint],
];

for (const [name, open] of transports) {
  describe(`sdk 1 over ${name}`, () => {
    let endpoint: Endpoint;
    let client: Client;
    let transport: Transport;
    const heard: string[] = [];
    const problems: Error[] = [];

    before(async () => {
      endpoint = await open();
      transport = transportTo(endpoint, problems);
      client = new Client(
        { name: "peer", version: "1.0.0" },
        {
          capabilities: {
            sampling: {},
            elicitation: { form: { applyDefaults: true }, url: {} },
            roots: { listChanged: true },
          },
        },
      );
      answer(client);
      listen(client, heard);
      await client.connect(transport);
    });

    after(async () => {
      await client.close();
      if (endpoint.kind !== "stdio") await endpoint.close();
      if (problems[0]) throw problems[0];
    });

    const call = (tool: string): Promise<string> => textOf(client, tool);

    test("greets", () => {
      assert.equal(client.getServerVersion()?.title, "Peers");
      assert.equal(client.getInstructions(), "Try everything.");
      assert.deepEqual(client.getServerCapabilities(), {
        logging: {},
        completions: {},
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        tools: { listChanged: true },
      });
    });

    test("answers pings", async () => {
      assert.deepEqual(await client.ping(), {});
    });

    test("lists page by page, and takes no cursor that it did not give", async () => {
      const names: string[] = [];
      let pages = 0;
      for (let cursor: string | undefined, first = true; first || cursor; first = false) {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        assert.ok(page.tools.length <= 3);
        names.push(...page.tools.map((tool) => tool.name));
        pages += 1;
        cursor = page.nextCursor;
      }
      assert.equal(new Set(names).size, toolCount);
      assert.equal(pages, Math.ceil(toolCount / 3));
      await assert.rejects(client.listTools({ cursor: "mine" }), { code: -32602 });
    });

    testShared(() => ({
      client,
      async progressOf(tool) {
        const steps: Progress[] = [];
        await client.callTool({ name: tool, arguments: {} }, CallToolResultSchema, {
          onprogress: (progress) => void steps.push(progress),
        });
        return steps;
      },
    }));

    test("refuses to read an unknown resource", async () => {
      await assert.rejects(client.readResource({ uri: "peers://none" }), { code: -32002 });
    });

    test("gets no prompt without a required argument", async () => {
      await assert.rejects(client.getPrompt({ name: "greet" }), { code: -32602 });
    });

    test("is notified when the visit of a page is over", async () => {
      heard.length = 0;
      assert.equal(await call("visit"), "accept");
      await eventually(() => heard.includes("visited visit-1"));
    });

    test("gets the log messages of the level it sets", async () => {
      await client.setLoggingLevel("warning");
      heard.length = 0;
      await call("report");
      await eventually(() => heard.length > 0);
      assert.deepEqual(heard, ['error peers {"loud":true}']);
      await client.setLoggingLevel("info");
      heard.length = 0;
      await call("report");
      await eventually(() => heard.length > 1);
      assert.deepEqual(heard, ['info undefined "quiet"', 'error peers {"loud":true}']);
    });

    test("receives changes of its subscriptions and of the lists", async () => {
      await client.subscribeResource({ uri: "peers://note" });
      heard.length = 0;
      // Over HTTP the client opens the stream for these on its own, at an unknown time.
      await eventually(async () => {
        await call("touch");
        return heard.includes("updated peers://note");
      });
      await client.unsubscribeResource({ uri: "peers://note" });
      heard.length = 0;
      await call("touch");
      const grown = await call("grow");
      await eventually(() => heard.includes("tools changed"));
      assert.ok(!heard.includes("updated peers://note"));
      assert.equal(await call(grown), grown);
    });

    test("tells the server of a change to its roots", async () => {
      await client.sendRootsListChanged();
      await eventually(async () =>
        (JSON.parse(await call("told")) as string[]).includes("notifications/roots/list_changed"),
      );
    });

    test("cancels a call", async () => {
      const stop = new AbortController();
      const begun = new Promise<void>((resolve, reject) => {
        client
          .callTool({ name: "wait", arguments: {} }, CallToolResultSchema, {
            signal: stop.signal,
            onprogress: () => resolve(),
          })
          .catch(reject);
      });
      await begun;
      stop.abort();
      await eventually(async () => assert.equal(await call("cancelled"), "1"));
    });

    test("a call that it gives up for its time is cancelled", async () => {
      const options = { timeout: 100 };
      const given = client.callTool({ name: "wait", arguments: {} }, CallToolResultSchema, options);
      await assert.rejects(given, /timed out/i);
      await eventually(async () => assert.equal(await call("cancelled"), "2"));
    });

    test("comes back for an answer when the connection is closed", async () => {
      const tokens: string[] = [];
      const steps: number[] = [];
      const result = await client.callTool({ name: "leave", arguments: {} }, CallToolResultSchema, {
        onresumptiontoken: (token) => void tokens.push(token),
        onprogress: ({ progress }) => void steps.push(progress),
      });
      assert.deepEqual(result.content, [{ type: "text", text: "fetched later" }]);
      assert.deepEqual(steps, [1, 2]);
      if (endpoint.kind === "http") assert.equal(new Set(tokens).size, tokens.length);
      assert.equal(tokens.length > 2, endpoint.kind === "http");
    });

    test("ends its session", async () => {
      if (!(transport instanceof StreamableHTTPClientTransport)) return;
      assert.ok(transport.sessionId);
      await transport.terminateSession();
      assert.equal(transport.sessionId, undefined);
    });
  });
}

function transportTo(endpoint: Endpoint, problems: Error[]): Transport {
  const note = (error: Error): void => void problems.push(error);
  switch (endpoint.kind) {
    case "stdio":
      return checkedTransport(new StdioClientTransport(endpoint), note);
    case "sse":
      return checkedTransport(new SSEClientTransport(endpoint.url) as Transport, note);
    case "http": {
      const { fetch } = endpoint;
      return new StreamableHTTPClientTransport(endpoint.url, { fetch }) as Transport;
    }
  }
}

function answer(client: Client): void {
  client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
    params.message === "Who are you?"
      ? { action: "accept", content: { name: "Ann", tea: true } }
      : params.mode === "url"
        ? { action: "accept" }
        : { action: "accept", content: params.message.startsWith("Number") ? { name: "Bob" } : {} },
  );
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
    const content = params.messages[0]?.content as { text: string };
    return {
      model: "abacus",
      role: "assistant",
      content: { type: "text", text: `${content.text} 4` },
    };
  });
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [{ uri: "file:///home/ann", name: "home" }],
  }));
}

function listen(client: Client, heard: string[]): void {
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    heard.push(`updated ${params.uri}`);
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    heard.push("tools changed");
  });
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    heard.push(`${params.level} ${params.logger} ${JSON.stringify(params.data)}`);
  });
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    heard.push(`visited ${params.elicitationId}`);
  });
}
