import type { JsonObject } from "../../../../runtime/protocol/json.js";
import type { CallToolResult, Prompt, Resource, Tool } from "../../../../runtime/protocol/model.js";
import type { ClientEvents, McpClient } from "../../../../runtime/client/client.js";

/** A connection without a server, which remembers what it was asked. */
export class FakeClient {
  readonly name: string;
  readonly transport = "memory";
  readonly protocolVersion = "2025-11-25";
  readonly serverInfo = { name: "fake", version: "1" };
  readonly serverCapabilities = { tools: {}, resources: {}, prompts: {} };
  readonly instructions = "Be kind.";
  readonly sessionId = undefined;
  readonly sent: { readonly method: string; readonly name: string }[] = [];
  isClosed = false;
  tools: Tool[];
  resources: Resource[] = [{ uri: "file:///a", name: "a" }];
  prompts: Prompt[] = [{ name: "greet" }];
  answer: (name: string, args: JsonObject | undefined) => CallToolResult = (name) => ({
    content: [{ type: "text", text: `${this.name}:${name}` }],
  });
  readonly #handlers = new Map<string, Set<(value: never) => void>>();

  constructor(name: string, tools: readonly (string | Tool)[] = ["read", "write"]) {
    this.name = name;
    this.tools = tools.map((each) => (typeof each === "string" ? toolNamed(each) : each));
  }

  /** As the type that the manager takes: it has all members that the manager uses. */
  get client(): McpClient {
    return this as unknown as McpClient;
  }

  async listTools(): Promise<readonly Tool[]> {
    return this.tools;
  }

  async listResources(): Promise<readonly Resource[]> {
    return this.resources;
  }

  async listResourceTemplates(): Promise<readonly []> {
    return [];
  }

  async listPrompts(): Promise<readonly Prompt[]> {
    return this.prompts;
  }

  async callTool(name: string, args?: JsonObject): Promise<CallToolResult> {
    this.sent.push({ method: "tools/call", name });
    return this.answer(name, args);
  }

  async readResource(uri: string): Promise<unknown> {
    this.sent.push({ method: "resources/read", name: uri });
    return { contents: [{ uri, text: "content" }] };
  }

  async getPrompt(name: string): Promise<unknown> {
    this.sent.push({ method: "prompts/get", name });
    return { messages: [] };
  }

  async request(method: string): Promise<unknown> {
    this.sent.push({ method, name: "" });
    return {};
  }

  on<K extends keyof ClientEvents>(
    event: K,
    handler: (value: ClientEvents[K]) => void,
  ): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    handlers.add(handler as (value: never) => void);
    this.#handlers.set(event, handlers);
    return () => void handlers.delete(handler as (value: never) => void);
  }

  emit<K extends keyof ClientEvents>(event: K, value: ClientEvents[K]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(value as never);
  }

  /** The connection breaks. */
  break(message = "The connection broke."): void {
    this.isClosed = true;
    this.emit("close", new Error(message));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.emit("close", undefined);
  }
}

export function toolNamed(name: string, description = `Does ${name}.`): Tool {
  return { name, description, inputSchema: { type: "object" } };
}
