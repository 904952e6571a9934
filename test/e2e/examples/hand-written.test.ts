/** examples/hand-written: the features of the notes server, and each transport's program with an official client. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import { WebSocket } from "ws";
import { notesInMemory } from "../../../examples/hand-written/memory.js";
import { eventually } from "../../support/eventually.js";
import { exampleCommand, startExample, type ExampleProcess } from "./example-process.js";

// The SDK's WebSocket client needs a global that Node 20 lacks.
(globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;

const eras = [
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const;

for (const [revision, mode] of eras) {
  describe(`notes in memory, ${revision}`, () => {
    let client: Client;
    let titles = ["Shed"];
    const heard: string[] = [];
    const options: ClientOptions = {
      versionNegotiation: { mode },
      capabilities: { elicitation: { form: {} } },
      listChanged: { resources: { autoRefresh: false, onChanged: () => void heard.push("list") } },
    };

    before(async () => {
      client = await notesInMemory(options);
      client.setRequestHandler("elicitation/create", async () => ({
        action: "accept",
        content: { title: titles[0] ?? "" },
      }));
    });
    after(() => client.close());

    const text = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return first?.type === "text" ? first.text : "";
    };

    test("the revision is the one that was asked for", () => {
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
    });

    test("a search has structured output, and a wrong one explains the error", async () => {
      const { structuredContent } = await client.callTool({
        name: "search_notes",
        arguments: { word: " APPLES ", limit: 1 },
      });
      assert.deepEqual(structuredContent, { titles: ["Groceries"], total: 2 });
      const wrong = await client.callTool({ name: "search_notes", arguments: { word: "" } });
      assert.equal(wrong.isError, true);
      assert.match(JSON.stringify(wrong.content), /`word`/);
    });

    test("long work sends progress, and ends when it is cancelled", async () => {
      const steps: number[] = [];
      await client.callTool(
        { name: "proofread_notes", arguments: { msPerWord: 1 } },
        { onprogress: ({ progress }) => void steps.push(progress) },
      );
      assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7, 8, 9]);

      const stop = new AbortController();
      const call = client.callTool(
        { name: "proofread_notes", arguments: { msPerWord: 1000 } },
        { signal: stop.signal },
      );
      stop.abort();
      await assert.rejects(call);
    });

    test("the user names a note, in every era", async () => {
      titles = ["Shed"];
      assert.equal(await text("add_note", { text: "Mend the roof." }), "Added Shed.");
      const { contents } = await client.readResource({ uri: "notes://notes/Shed" });
      assert.match((contents[0] as { text: string }).text, /^Mend the roof\.\n\(\d{4}-/);
    });

    test("titles are completed", async () => {
      const ref = { type: "ref/resource", uri: "notes://notes/{title}" } as const;
      const argument = { name: "title", value: "g" };
      const { completion } = await client.complete({ ref, argument });
      assert.deepEqual(completion.values, ["Groceries", "Garden"]);
      const prompt = await client.complete({
        ref: { type: "ref/prompt", name: "summarise" },
        argument,
      });
      assert.deepEqual(prompt.completion.values, ["Groceries", "Garden"]);
    });

    test("a prompt brings the note", async () => {
      const { messages } = await client.getPrompt({
        name: "summarise",
        arguments: { title: "Groceries" },
      });
      assert.match(JSON.stringify(messages), /Milk, bread, apples/);
    });

    test("pins change the list, and clients are notified", async () => {
      const uris = async (): Promise<string[]> =>
        (await client.listResources()).resources.map(({ uri }) => uri);
      assert.equal(await text("pin_note", { title: "Garden" }), "Garden is pinned.");
      await eventually(() => heard.length > 0);
      assert.deepEqual(await uris(), ["notes://titles", "notes://pinned/Garden"]);
      await text("pin_note", { title: "Garden" });
      await eventually(() => heard.length > 1);
      assert.deepEqual(await uris(), ["notes://titles"]);
    });
  });
}

/** Reads the titles of the notes over one transport. */
async function titlesOver(
  transport: Transport,
  mode: "legacy" | "auto" = "legacy",
): Promise<string> {
  const client = new Client(
    { name: "examples", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport);
  const { contents } = await client.readResource({ uri: "notes://titles" });
  await client.close();
  return (contents[0] as { text: string }).text;
}

const titles = "Groceries\nGarden";

test("stdio.ts serves over standard input and output", async () => {
  assert.equal(
    await titlesOver(new StdioClientTransport(exampleCommand("hand-written/stdio.ts")), "auto"),
    titles,
  );
});

const programs: readonly [
  file: string,
  transports: (url: URL) => readonly [what: string, transport: Transport, mode?: "auto"][],
][] = [
  [
    "http.ts",
    (url) => [
      ["2025-11-25", new StreamableHTTPClientTransport(url)],
      ["2026-07-28", new StreamableHTTPClientTransport(url), "auto"],
    ],
  ],
  ["sse.ts", (url) => [["2024-11-05", new SSEClientTransport(url)]]],
  ["websocket.ts", (url) => [["a WebSocket", webSocket(url)]]],
  [
    "all.ts",
    (url) => [
      ["2025-11-25", new StreamableHTTPClientTransport(url)],
      ["2026-07-28", new StreamableHTTPClientTransport(url), "auto"],
      ["2024-11-05", new SSEClientTransport(new URL("/sse", url))],
      ["a WebSocket", webSocket(new URL(url.href.replace("http", "ws")))],
    ],
  ],
];

for (const [file, transports] of programs) {
  test(`${file} serves, and ends on a signal`, async (t) => {
    const program: ExampleProcess = await startExample(t, `hand-written/${file}`);
    for (const [what, transport, mode] of transports(program.url)) {
      assert.equal(await titlesOver(transport, mode), titles, what);
    }
    assert.equal(await program.stop(), 0, program.output());
  });
}

test("fetch.ts answers web-standard requests, at its path only", async () => {
  const { default: app } = await import("../../../examples/hand-written/fetch.js");
  const url = new URL("http://localhost/mcp");
  for (const mode of ["legacy", "auto"] as const) {
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: (input, init) => app.fetch(new Request(input, init)),
    });
    assert.equal(await titlesOver(transport, mode), titles);
  }
  assert.equal((await app.fetch(new Request("http://localhost/other"))).status, 404);
  assert.equal((await app.fetch(new Request("http://evil.example/mcp"))).status, 403);
});

function webSocket(url: URL): Transport {
  return new WebSocketClientTransport(url) as unknown as Transport;
}
