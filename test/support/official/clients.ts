/** The official SDK's clients, versions 1 and 2, on every transport and in one form. */
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { WebSocket } from "ws";
import { defined } from "../../../runtime/protocol/defined.js";
import { SocketTransport } from "./socket-transport.js";

export interface Result {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface Contents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

export type Told = (progress: { readonly message?: string | undefined }) => void;

type Reference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

export interface OfficialClient {
  readonly name: string;
  tools(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>, onProgress?: Told): Promise<Result>;
  resources(): Promise<readonly { readonly uri: string; readonly annotations?: object }[]>;
  read(uri: string): Promise<readonly Contents[]>;
  prompt(name: string, args: Record<string, string>): Promise<readonly unknown[]>;
  complete(ref: Reference, name: string, value: string): Promise<{ readonly values: string[] }>;
  close(): Promise<void>;
}

/** Where a server is: the URL of Streamable HTTP or of a WebSocket, or a program for stdio. */
export type Place =
  | { readonly url: URL; readonly headers?: Record<string, string> }
  | { readonly command: string; readonly args: string[]; readonly env?: Record<string, string> };

/** What the client answers when it is asked. */
export interface Answers {
  readonly elicitation: "accept" | "decline";
  readonly sampling: string;
}

export type Open = (place: Place, answers?: Answers) => Promise<OfficialClient>;

const info = { name: "judge", version: "1.0.0" };
const defaults: Answers = { elicitation: "decline", sampling: "" };

const version1: Open = async (place, { elicitation: action, sampling } = defaults) => {
  const client = new Client1(info, { capabilities: { elicitation: { form: {} }, sampling: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action, content: {} }));
  client.setRequestHandler(CreateMessageRequestSchema, () => spoken(sampling));
  await client.connect(transportTo(place, Stdio1, Http1) as Parameters<Client1["connect"]>[0]);
  const callTool: Calls["callTool"] = (params, options) =>
    client.callTool(params, undefined, options) as Promise<Result>;
  return inOneForm("the SDK's client 1", client as unknown as Calls, callTool);
};

const version2: Open = async (place, { elicitation: action, sampling } = defaults) => {
  const client = new Client2(info, {
    capabilities: { elicitation: { form: {} }, sampling: {} },
    versionNegotiation: { mode: "auto" },
  });
  client.setRequestHandler("elicitation/create", () => ({ action, content: {} }));
  client.setRequestHandler("sampling/createMessage", () => spoken(sampling));
  await client.connect(transportTo(place, Stdio2, Http2));
  const calls = client as unknown as Calls;
  return inOneForm("the SDK's client 2", calls, (...args) => calls.callTool(...args));
};

/** Both versions of the official client, by name. */
export const officialClients: readonly (readonly [name: string, open: Open])[] = [
  ["client 1", version1],
  ["client 2", version2],
];

function spoken(text: string) {
  const content = { type: "text" as const, text };
  return { role: "assistant" as const, model: "m", content };
}

function transportTo<S, H>(
  place: Place,
  Stdio: new (program: { command: string; args: string[]; env: Record<string, string> }) => S,
  Http: new (url: URL, options: { requestInit: RequestInit }) => H,
): S | H | SocketTransport {
  if ("command" in place) {
    const { command, args, env } = place;
    return new Stdio({
      command,
      args,
      env: { ...(process.env as Record<string, string>), ...env },
    });
  }
  const { url, headers = {} } = place;
  if (url.protocol === "ws:") return new SocketTransport(new WebSocket(url, "mcp", { headers }));
  return new Http(url, { requestInit: { headers } });
}

/** The methods that both versions have. */
interface Calls {
  callTool(
    params: { name: string; arguments: Record<string, unknown> },
    options: { onprogress?: Told },
  ): Promise<Result>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  listResources(): Promise<{ resources: { uri: string; annotations?: object }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: Contents[] }>;
  getPrompt(params: object): Promise<{ messages: unknown[] }>;
  complete(params: object): Promise<{ completion: { values: string[] } }>;
  close(): Promise<void>;
}

function inOneForm(name: string, client: Calls, callTool: Calls["callTool"]): OfficialClient {
  return {
    name,
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: (tool, args = {}, onprogress) =>
      callTool({ name: tool, arguments: args }, defined({ onprogress })),
    resources: async () => (await client.listResources()).resources,
    read: async (uri) => (await client.readResource({ uri })).contents,
    prompt: async (prompt, args) =>
      (await client.getPrompt({ name: prompt, arguments: args })).messages,
    complete: async (ref, argument, value) =>
      (await client.complete({ ref, argument: { name: argument, value } })).completion,
    close: () => client.close(),
  };
}
