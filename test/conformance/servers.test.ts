import assert from "node:assert/strict";
import { test } from "node:test";
import { serveTransport, type McpServer } from "../../runtime/index.js";
import { wireMemory } from "../support/wire/channels.js";
import { classServer } from "./class-server.js";
import { plainServer } from "./server.js";

const lists = [
  ["tools/list", "tools", "name"],
  ["prompts/list", "prompts", "name"],
  ["resources/list", "resources", "uri"],
  ["resources/templates/list", "resourceTemplates", "uriTemplate"],
] as const;

for (const list of lists) {
  test(`the class offers in ${list[0]} what is registered one by one`, async () => {
    const plain = await listed(plainServer(), list);
    assert.notEqual(plain.length, 0);
    assert.deepEqual(await listed(classServer(), list), plain);
  });
}

async function listed(
  server: McpServer,
  [method, member, key]: (typeof lists)[number],
): Promise<readonly unknown[]> {
  const client = await wireMemory((transport) => serveTransport(server, transport), {
    revision: "2026-07-28",
  });
  const { result } = await client.request(method);
  await client.close();
  const entries = result?.[member] as readonly { readonly [name: string]: unknown }[];
  return entries.map((each) => each[key]);
}
