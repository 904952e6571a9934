/** The official client, version 2, in each of its modes against a handwritten server. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  Client,
  LOG_LEVEL_META_KEY,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Progress,
  type Transport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { eventually } from "../../support/eventually.js";
import {
  fetchEndpoint,
  httpEndpoint,
  sseEndpoint,
  stdioEndpoint,
  type Endpoint,
} from "./endpoints.js";
import { toolCount } from "./peer-server.js";
import { plain, testShared } from "./shared-cases.js";

const modern = "2026-07-28";
const modes: readonly [name: string, mode: VersionNegotiationMode][] = [
  ["legacy", "legacy"],
  [`pinned to ${modern}`, { pin: modern }],
  ["auto", "auto"],
];
const transports: readonly [name: string, open: () => Promise<Endpoint>][] = [
  ["stdio", () => Promise.resolve(stdioEndpoint)],
  ["Streamable HTTP", httpEndpoint],
  ["the fetch handler", fetchEndpoint],
  ["HTTP+SSE", sseEndpoint],
];

for (const [transportName, open] of transports) {
  for (const [name, mode] of modes) {
    // The older transport has no newer revisions.
    if (transportName === "HTTP+SSE" && mode !== "legacy") continue;
    describe(`client 2, ${name}, over ${transportName}`, () => checkAll(mode, open));
  }
}

function checkAll(mode: VersionNegotiationMode, open: () => Promise<Endpoint>): void {
  const isModern = mode !== "legacy";
  const heard: string[] = [];
  let endpoint: Endpoint;
  let client: Client;
  let closed = false;

  before(async () => {
    endpoint = await open();
    client = new Client(
      { name: "peer", version: "1.0.0" },
      {
        versionNegotiation: { mode },
        capabilities: {
          sampling: {},
          elicitation: { form: { applyDefaults: true }, url: {} },
          roots: {},
        },
      },
    );
    answer(client);
    listen(client, heard);
    await client.connect(transportTo(endpoint));
  });

  after(async () => {
    await client.close();
    if (!closed && endpoint.kind !== "stdio") await endpoint.close();
  });

  const call = async (tool: string, meta?: Record<string, unknown>): Promise<string> => {
    const result = await client.callTool({
      name: tool,
      arguments: {},
      ...(meta && { _meta: meta }),
    });
    const [first] = result.content as { text: string }[];
    return first?.text ?? "";
  };

  test("agrees on the newest revision of its mode, and greets", () => {
    assert.equal(client.getNegotiatedProtocolVersion(), isModern ? modern : "2025-11-25");
    assert.equal(client.getServerVersion()?.title, "Peers");
    assert.equal(client.getInstructions(), "Try everything.");
    assert.deepEqual(plain(client.getServerCapabilities()), {
      logging: {},
      completions: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    });
  });

  test("lists all pages, and since 2026-07-28 keeps them as long as they are fresh", async () => {
    const { tools } = await client.listTools();
    assert.equal(new Set(tools.map((tool) => tool.name)).size, toolCount);
    if (endpoint.kind !== "http") return;
    const lists = (): number => requestsOf(endpoint, "POST tools/list");
    const first = lists();
    assert.equal(first, Math.ceil(toolCount / 3));
    await client.listTools();
    assert.equal(lists(), isModern ? first : 2 * first);
  });

  testShared(() => ({
    client,
    async progressOf(tool) {
      const steps: Progress[] = [];
      await client.callTool(
        { name: tool, arguments: {} },
        { onprogress: (progress) => void steps.push(progress) },
      );
      return steps;
    },
  }));

  test("lists templates, and refuses to read an unknown resource", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0]?.uriTemplate, "peers://words/{word}");
    await assert.rejects(client.readResource({ uri: "peers://none" }), /not found/i);
  });

  test("gets the log messages that it wants", async () => {
    heard.length = 0;
    if (isModern) {
      await call("report");
      await call("report", { [LOG_LEVEL_META_KEY]: "warning" });
    } else {
      await client.setLoggingLevel("warning");
      await call("report");
    }
    await eventually(() => heard.length > 0);
    assert.deepEqual(heard, ['error peers {"loud":true}']);
  });

  test("receives the changes that it listens to", async () => {
    if (isModern) {
      const subscription = await client.listen({
        toolsListChanged: true,
        resourceSubscriptions: ["peers://note"],
      });
      assert.deepEqual(plain(subscription.honoredFilter), {
        toolsListChanged: true,
        resourceSubscriptions: ["peers://note"],
      });
      heard.length = 0;
      await call("touch");
      await call("grow");
      await eventually(() => heard.length > 1);
      assert.deepEqual(heard, ["updated peers://note", "tools changed"]);
      await subscription.close();
      assert.equal(await subscription.closed, "local");
      heard.length = 0;
      const other = await client.listen({ toolsListChanged: true });
      await call("touch");
      await call("grow");
      await eventually(() => heard.length > 0);
      assert.deepEqual(heard, ["tools changed"]);
      await other.close();
    } else {
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
      await call("grow");
      await eventually(() => heard.includes("tools changed"));
      assert.ok(!heard.includes("updated peers://note"));
    }
  });

  test("reads a list again after a notification that it has changed", async () => {
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === "grown_1"));
  });

  test("cancels a call", async () => {
    const stop = new AbortController();
    await new Promise<void>((resolve, reject) => {
      const { signal } = stop;
      client
        .callTool({ name: "wait", arguments: {} }, { signal, onprogress: () => resolve() })
        .catch(reject);
    });
    stop.abort();
    await eventually(async () => assert.equal(await call("cancelled"), "1"));
  });

  test("gets its answer although the server closes the connection, where it can come back", async () => {
    const steps: number[] = [];
    const result = await client.callTool(
      { name: "leave", arguments: {} },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    assert.deepEqual(plain(result.content), [{ type: "text", text: "fetched later" }]);
    assert.deepEqual(steps, [1, 2]);
  });

  test("is notified when the server stops", async () => {
    if (!isModern || endpoint.kind !== "http") return;
    const subscription = await client.listen({ toolsListChanged: true });
    closed = true;
    await endpoint.close();
    assert.equal(await subscription.closed, "graceful");
  });
}

function requestsOf(endpoint: Endpoint, what: string): number {
  return endpoint.kind === "http" ? endpoint.requests.filter((each) => each === what).length : 0;
}

function transportTo(endpoint: Endpoint): Transport {
  switch (endpoint.kind) {
    case "stdio":
      return new StdioClientTransport(endpoint);
    case "sse":
      return new SSEClientTransport(endpoint.url);
    case "http": {
      const { fetch } = endpoint;
      return new StreamableHTTPClientTransport(endpoint.url, { fetch });
    }
  }
}

function answer(client: Client): void {
  client.setRequestHandler("elicitation/create", ({ params }) => {
    if (params.message === "Who are you?") {
      return { action: "accept" as const, content: { name: "Ann", tea: true } };
    }
    if (params.mode === "url") return { action: "accept" as const };
    const content = params.message.startsWith("Number") ? { name: "Bob" } : {};
    return { action: "accept" as const, content };
  });
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    const content = [params.messages[0]?.content].flat()[0] as { text: string };
    return {
      model: "abacus",
      role: "assistant" as const,
      content: { type: "text" as const, text: `${content.text} 4` },
    };
  });
  client.setRequestHandler("roots/list", () => ({
    roots: [{ uri: "file:///home/ann", name: "home" }],
  }));
}

function listen(client: Client, heard: string[]): void {
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(`updated ${params.uri}`);
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    heard.push("tools changed");
  });
  client.setNotificationHandler("notifications/message", ({ params }) => {
    heard.push(`${params.level} ${params.logger} ${JSON.stringify(params.data)}`);
  });
}
