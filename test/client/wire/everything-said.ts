/** Lets a client say everything that it can say. */
import assert from "node:assert/strict";
import type { ClientOptions, McpClient, Revision } from "../../../runtime/index.js";
import { WireConversation } from "../../support/wire/conversation.js";

const text = { type: "text", text: "I am" } as const;

/** Handlers of all questions, so that all are declared. */
export const answering: ClientOptions = {
  clientInfo: {
    name: "wire",
    version: "1",
    title: "Wire",
    websiteUrl: "https://example.com",
    icons: [{ src: "https://example.com/i.png" }],
  },
  logLevel: "debug",
  roots: () => [{ uri: "file:///srv", name: "srv", _meta: { a: 1 } }],
  samplingFeatures: { tools: true, context: true },
  sampling: ({ tools }) => ({
    role: "assistant",
    model: "m",
    content: tools ? [text, { type: "tool_use", id: "1", name: "look", input: {} }] : [text, text],
  }),
  elicitation: (asked) =>
    asked.mode === "url" ? { action: "cancel" } : { action: "accept", content: { name: "Otto" } },
};

/** Checks all messages of both sides. The first fault fails the test at its end. */
export class WatchedClient {
  readonly #talk: WireConversation;
  readonly #faults: Error[] = [];
  /** Methods of the client's messages; "answer" for responses. */
  readonly said = new Set<string>();

  constructor(revision: Revision) {
    this.#talk = new WireConversation(revision);
  }

  readonly onMessage: NonNullable<ClientOptions["onMessage"]> = ({ from, text: message }) => {
    try {
      const value = JSON.parse(message) as { method?: string };
      if (from === "client") this.said.add(value.method ?? "answer");
      this.#talk[from](value);
    } catch (error) {
      this.#faults.push(error as Error);
    }
  };

  check(): void {
    assert.deepEqual(
      this.#faults.map(({ message }) => message),
      [],
    );
  }
}

/** Uses every method of a client. */
export async function sayEverything(client: McpClient): Promise<void> {
  const revision = client.protocolVersion;
  const isModern = revision === "2026-07-28";
  await client.listTools();
  await client.listResources();
  await client.listResourceTemplates();
  await client.listPrompts();
  const meta = { "com.example/trace": "1" };
  await client.callTool("sum", { numbers: [1, 2] }, { onProgress: () => {}, meta });
  await client.callTool("sum", { numbers: [9007199254740993n] });
  await client.readResource("note://a", { meta });
  await client.getPrompt("greet", { name: "Otto" }, { meta });
  await client.complete({ type: "ref/prompt", name: "greet" }, { name: "name", value: "O" });
  await client.complete(
    { type: "ref/resource", uri: "note://{letter}" },
    { name: "letter", value: "" },
    { context: { title: "x" } },
  );
  await client.callTool("folders");
  await client.callTool("sample");
  if (revision >= "2025-06-18") await client.callTool("form");
  if (revision >= "2025-11-25") {
    await client.callTool("visit");
    await client.callTool("sample-tools");
    await sayTasks(client);
  }
  // Not every transport can tell whose tasks they are.
  if (revision === "2025-11-25") await client.listTasks().catch(() => undefined);
  const unsubscribe = await client.subscribe("note://a");
  await client.callTool("touch");
  await unsubscribe();
  const listening = await client.listen({ tools: true, prompts: true, resources: true });
  await listening.close();
  await client.setLogLevel("warning");
  await client.notifyRootsChanged();
  await client.ping();
  await client.discover();
  const abort = new AbortController();
  const hanging = client.callTool("hang", {}, { signal: abort.signal });
  setTimeout(() => abort.abort(new Error("enough")), 50);
  await assert.rejects(hanging, /enough/);
  await assert.rejects(client.callTool("hang", {}, { timeoutMs: 50 }));
  await assert.rejects(client.getPrompt("none"));
  if (isModern) await client.request("server/discover", { _meta: meta });
  else await client.request("ping", { _meta: meta });
}

async function sayTasks(client: McpClient): Promise<void> {
  const running = await client.startTool("quick", {}, { ttlMs: 60_000 });
  await running.refresh();
  await running.result();
  await client.callTool("must");
  const asking = await client.startTool("ask");
  await asking.result();
}
