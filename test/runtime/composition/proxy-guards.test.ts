/** No way to a remote server goes round the guards of its proxy, and no update is missed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  McpServer,
  proxy,
  proxyServer,
  serviceOf,
  type EntryCall,
  type HttpClientOptions,
  type McpClient,
  type Revision,
} from "../../../runtime/index.js";
import { partsOf } from "../../../runtime/server/create-server.js";
import { ResourceNotFound } from "../../../runtime/server/registry/resource-not-found.js";
import { eventually } from "../../support/eventually.js";

const eras = ["2025-11-25", "2026-07-28"] as const;
const quiet = { logger: () => undefined };
const facts = (name: string) => ({ name, version: "1.0.0" });

/** Lists one resource, and has another one beside it that it does not list. */
function remoteServer(name: string, read: string[] = []): McpServer {
  const server = new McpServer(facts(name));
  server.resource({ name: "listed", uri: `${name}://x/listed` }, () => "listed");
  partsOf(serviceOf(server)).registry.addUnlisted({
    name: "beside",
    has: (uri) => uri.startsWith(`${name}://`),
    async read(uri) {
      read.push(uri);
      if (!uri.endsWith("/beside")) throw new ResourceNotFound();
      return Promise.resolve({ contents: [{ uri, text: "beside" }] });
    },
  });
  return server;
}

/** Connects to a server that takes its time to subscribe. */
function slowlySubscribing(remote: McpServer, protocolVersion: Revision) {
  return async (options: HttpClientOptions): Promise<McpClient> => {
    const client = await connectMemory(remote, { ...options, protocolVersion });
    const subscribe = client.subscribe.bind(client);
    client.subscribe = async (uri) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return subscribe(uri);
    };
    return client;
  };
}

const forbidden = { code: -32603, data: { type: "FORBIDDEN", guard: "closed" } };

for (const revision of eras) {
  test(`${revision}: guards of a proxy stand before resources that its remote server does not list`, async () => {
    const read: string[] = [];
    const seen: string[] = [];
    let isOpen = false;
    const guard = ({ purpose, kind, uri = "" }: EntryCall): boolean => {
      seen.push(`${purpose} ${kind} ${uri}`);
      return isOpen;
    };
    const server = proxyServer(remoteServer("a", read), {
      use: [{ name: "closed", guard }],
      ...quiet,
    });
    await using client = await connectMemory(server, { protocolVersion: revision });
    await assert.rejects(client.readResource("a://x/beside"), forbidden);
    await assert.rejects(client.subscribe("a://x/beside"), forbidden);
    assert.deepEqual(read, []);
    assert.deepEqual(seen, ["call resource a://x/beside", "subscribe resource a://x/beside"]);
    isOpen = true;
    assert.match(JSON.stringify(await client.readResource("a://x/beside")), /"text":"beside"/);
    await server.close();
  });

  test(`${revision}: the guards of one proxy are not asked about resources of another`, async () => {
    const host = new McpServer(facts("host"));
    const closed = { name: "closed", guard: () => false };
    proxy(host, remoteServer("a"), { use: [closed], ...quiet });
    const remote = remoteServer("b");
    proxy(host, remote, quiet);
    await using client = await connectMemory(host, { protocolVersion: revision });
    assert.match(JSON.stringify(await client.readResource("b://x/beside")), /"text":"beside"/);
    await assert.rejects(client.readResource("a://x/beside"), forbidden);
    const updates: string[] = [];
    client.on("resourceUpdated", (uri) => updates.push(uri));
    const end = await client.subscribe("b://x/beside");
    remote.resourceUpdated("b://x/beside");
    await eventually(() => updates.includes("b://x/beside"));
    await end();
    await host.close();
  });

  for (const upstream of eras) {
    test(`${revision}: an update right after the subscription is told, from a remote server of ${upstream}`, async () => {
      const remote = remoteServer("a");
      const server = proxyServer(slowlySubscribing(remote, upstream), quiet);
      await using client = await connectMemory(server, { protocolVersion: revision });
      await client.listResources();
      const updates: string[] = [];
      client.on("resourceUpdated", (uri) => updates.push(uri));
      for (const uri of ["a://x/listed", "a://x/beside"]) {
        await client.subscribe(uri);
        remote.resourceUpdated(uri);
        await eventually(() => updates.includes(uri));
      }
      await server.close();
    });
  }
}
