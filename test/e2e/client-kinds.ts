/** Official MCP clients of each era over each transport, behind one small interface. */
import path from "node:path";
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewHttp,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { startHttp } from "../support/museum.js";
import { CheckedFetch } from "../support/wire/checked-fetch.js";
import { checkedTransport } from "../support/wire/sdk.js";

/** The methods that both generations of clients share. */
export interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ readonly resources: readonly { uri: string; name: string }[] }>;
  listResourceTemplates(): Promise<{
    readonly resourceTemplates: readonly { uriTemplate: string; name: string }[];
  }>;
  readResource(request: { uri: string }): Promise<unknown>;
  close(): Promise<void>;
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly [keyword: string]: unknown } | undefined;
}

export interface Connected {
  readonly client: AnyClient;
  readonly revision: string | undefined;
  /** Disconnects. Rejects if a message was sent that its sender must not send. */
  close(): Promise<void>;
}

export interface ClientKind {
  readonly name: string;
  readonly revision: string;
  connect(out: string, env: Record<string, string>): Promise<Connected>;
}

const info = { name: "e2e", version: "1.0.0" };
const modern = "2026-07-28";
const legacy = "2025-11-25";

export const clientKinds: readonly ClientKind[] = [
  { name: "sdk 1 over stdio", revision: legacy, connect: (out, env) => oldOverStdio(out, env) },
  { name: "sdk 1 over HTTP", revision: legacy, connect: (out, env) => oldOverHttp(out, env) },
  ...[
    { mode: "legacy", revision: legacy } as const,
    { mode: { pin: modern }, revision: modern } as const,
    { mode: "auto", revision: modern } as const,
  ].flatMap(({ mode, revision }): ClientKind[] => {
    const label = typeof mode === "string" ? mode : `pinned to ${mode.pin}`;
    const client = () => new NewClient(info, { versionNegotiation: { mode } });
    return [
      {
        name: `client 2, ${label}, over stdio`,
        revision,
        connect: (out, env) => newOverStdio(client(), out, env),
      },
      {
        name: `client 2, ${label}, over HTTP`,
        revision,
        connect: (out, env) => newOverHttp(client(), out, env),
      },
    ];
  }),
];

function stdioOf(out: string, env: Record<string, string>) {
  const main = path.join(out, "dist/main.js");
  return { command: process.execPath, args: [main], env, stderr: "pipe" as const };
}

async function oldOverStdio(out: string, env: Record<string, string>): Promise<Connected> {
  const client = new OldClient(info);
  const problems: Error[] = [];
  const transport = checkedTransport(new OldStdio(stdioOf(out, env)), (error) => {
    problems.push(error);
  });
  let revision: string | undefined;
  transport.setProtocolVersion = (version) => (revision = version);
  await client.connect(transport);
  return {
    client,
    revision,
    async close() {
      await client.close();
      if (problems[0]) throw problems[0];
    },
  };
}

async function oldOverHttp(out: string, env: Record<string, string>): Promise<Connected> {
  const server = await startHttp(out, env);
  const client = new OldClient(info);
  const transport = new OldHttp(server.url, { fetch: checkedFetch() });
  // The class declares its members as `T | undefined` and the interface as `T?`: the library itself is not compiled
  // with this flag.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return closeBoth(client, transport.protocolVersion, server);
}

async function newOverStdio(
  client: NewClient,
  out: string,
  env: Record<string, string>,
): Promise<Connected> {
  await client.connect(new NewStdio(stdioOf(out, env)));
  return {
    client,
    revision: client.getNegotiatedProtocolVersion(),
    close: () => client.close(),
  };
}

async function newOverHttp(
  client: NewClient,
  out: string,
  env: Record<string, string>,
): Promise<Connected> {
  const server = await startHttp(out, env);
  await client.connect(new NewHttp(server.url, { fetch: checkedFetch() }));
  return closeBoth(client, client.getNegotiatedProtocolVersion(), server);
}

/** Returns a `fetch` whose responses can't be read if they break the protocol. */
function checkedFetch(): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const checked = new CheckedFetch();
  return (url, init) => checked.fetch(new Request(url, init));
}

function closeBoth(
  client: AnyClient,
  revision: string | undefined,
  server: { close(): Promise<void> },
): Connected {
  return {
    client,
    revision,
    async close() {
      await client.close();
      await server.close();
    },
  };
}
