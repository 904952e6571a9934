/** The reference server of a knowledge graph, on stdio. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { connect, type McpClient } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { packageFile, stdioServer } from "./npm-servers.js";

const program = packageFile("@modelcontextprotocol/server-memory/dist/index.js");
const folder = mkdtempSync(path.join(os.tmpdir(), "memory-server-"));
const store = path.join(folder, "graph.jsonl");
const { target, gone } = stdioServer(program, [], { MEMORY_FILE_PATH: store });
const updates: string[] = [];
let client: McpClient;

before(async () => {
  client = await connect(target, { onResourceUpdated: (uri) => void updates.push(uri) });
});

after(async () => {
  await client?.close();
  await gone();
  rmSync(folder, { recursive: true });
});

const call = async (name: string, args = {}): Promise<unknown> =>
  (await client.callTool(name, args)).structuredContent;

const ann = { name: "Ann", entityType: "person", observations: ["likes tea"] };
const oslo = { name: "Oslo", entityType: "city", observations: [] };
const lives = { from: "Ann", to: "Oslo", relationType: "lives in" };

/** A call of each tool, in an order in which they find what they need. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  async create_entities() {
    const entities = [ann, oslo];
    assert.deepEqual(await call("create_entities", { entities }), { entities });
    assert.match(readFileSync(store, "utf8"), /"Ann"/);
  },
  async create_relations() {
    assert.deepEqual(await call("create_relations", { relations: [lives] }), {
      relations: [lives],
    });
  },
  async add_observations() {
    const observations = [{ entityName: "Oslo", contents: ["is cold"] }];
    assert.deepEqual(await call("add_observations", { observations }), {
      results: [{ entityName: "Oslo", addedObservations: ["is cold"] }],
    });
  },
  async read_graph() {
    const entities = [ann, { ...oslo, observations: ["is cold"] }];
    assert.deepEqual(await call("read_graph"), { entities, relations: [lives] });
  },
  async search_nodes() {
    const found = (await call("search_nodes", { query: "tea" })) as { entities: unknown };
    assert.deepEqual(found.entities, [ann]);
  },
  async open_nodes() {
    const found = (await call("open_nodes", { names: ["Ann"] })) as { entities: unknown };
    assert.deepEqual(found.entities, [ann]);
  },
  async delete_observations() {
    const deletions = [{ entityName: "Oslo", observations: ["is cold"] }];
    const { success } = (await call("delete_observations", { deletions })) as { success: boolean };
    assert.equal(success, true);
  },
  delete_relations: () => call("delete_relations", { relations: [lives] }),
  async delete_entities() {
    await call("delete_entities", { entityNames: ["Ann", "Oslo"] });
    assert.deepEqual(await call("read_graph"), { entities: [], relations: [] });
  },
};

test("the transport and the revision are found", () => {
  assert.equal(client.transport, "stdio");
  assert.equal(client.protocolVersion, "2025-11-25");
  assert.match(client.serverInfo?.name ?? "", /memory/);
});

test("every tool is listed, called and remembers", async () => {
  const tools = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(calls).sort());
  for (const run of Object.values(calls)) await run();
});

test("a change of the graph is heard by who subscribed to it", async () => {
  const uri = "memory://knowledge-graph";
  const end = await client.subscribe(uri);
  await call("create_entities", { entities: [ann] });
  await eventually(() => updates.includes(uri));
  await end();
  const [graph] = (await client.readResource(uri)).contents;
  assert.match(graph && "text" in graph ? (graph.text ?? "") : "", /likes tea/);
});

test("the resources are listed and read", async () => {
  for (const { uri } of await client.listResources()) {
    const { contents } = await client.readResource(uri);
    assert.equal(contents[0]?.uri, uri);
  }
});
