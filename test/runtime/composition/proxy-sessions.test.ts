/** Sessions of a proxy with its remote server: as many as its clients need, and no more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  McpServer,
  proxyServer,
  type HttpClientOptions,
  type McpClient,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";

const protocolVersion = "2025-11-25";
const mostSessions = 100;

test("sessions with a remote server are bounded, and one that rested begins anew", async () => {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const remote = new McpServer({ name: "remote", version: "1" });
  remote.tool({ name: "quick" }, () => "quick");
  remote.tool({ name: "held" }, async () => {
    await held;
    return "held";
  });
  let open = 0;
  const target = async (options: HttpClientOptions): Promise<McpClient> => {
    const client = await connectMemory(remote, { ...options, protocolVersion });
    open++;
    client.on("close", () => open--);
    return client;
  };
  const server = proxyServer(target, { name: "remote", logger: () => undefined });
  const clients: McpClient[] = [];
  const add = async (): Promise<McpClient> => {
    const client = await connectMemory(server, { protocolVersion });
    clients.push(client);
    return client;
  };
  const first = await add();
  // The call stays open, so its session does.
  const waiting = first.callTool("held");
  const second = await add();
  for (let n = 0; n <= mostSessions; n++) {
    const client = n === 0 ? second : await add();
    assert.equal(textOf(await client.callTool("quick")), "quick");
  }
  // With the one that lists what the remote server has.
  await eventually(() => open === mostSessions + 1);
  assert.equal(textOf(await second.callTool("quick")), "quick");
  await eventually(() => open === mostSessions + 1);
  end();
  assert.equal(textOf(await waiting), "held");
  await Promise.all(clients.map((client) => client.close()));
  await eventually(() => open === 1);
  await server.close();
  await eventually(() => open === 0);
});
