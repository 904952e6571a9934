/** The official SDK's clients, of both generations, in one form. */
import {
  Client as Client2,
  StreamableHTTPClientTransport as Transport2,
} from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as Transport1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

export interface Result {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface OfficialClient {
  readonly name: string;
  tools(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  read(uri: string): Promise<string>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

const info = { name: "judge", version: "1.0.0" };

export async function version1(url: string): Promise<OfficialClient> {
  const client = new Client1(info, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" as const }));
  await client.connect(new Transport1(new URL(url)) as Parameters<typeof client.connect>[0]);
  return {
    name: "the SDK's client 1",
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    read: async (uri) => JSON.stringify(await client.readResource({ uri })),
    prompt: async (name, args) => JSON.stringify(await client.getPrompt({ name, arguments: args })),
    close: () => client.close(),
  };
}

export async function version2(url: string): Promise<OfficialClient> {
  const client = new Client2(info, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: "auto" },
  });
  client.setRequestHandler("elicitation/create", () => ({ action: "decline" as const }));
  await client.connect(new Transport2(new URL(url)));
  return {
    name: "the SDK's client 2",
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    read: async (uri) => JSON.stringify(await client.readResource({ uri })),
    prompt: async (name, args) => JSON.stringify(await client.getPrompt({ name, arguments: args })),
    close: () => client.close(),
  };
}
