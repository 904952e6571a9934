/** A guard that lets a caller subscribe to a resource is asked again before each update. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpServer,
  serveHttp,
  connectHttp,
  connectMemory,
  type EntryCall,
  type McpClient,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";

const eras = ["2025-11-25", "2026-07-28"] as const;

interface Guarded {
  readonly server: McpServer;
  readonly asked: string[];
  mayHear: (call: EntryCall) => boolean | Promise<boolean>;
}

function guardedServer(): Guarded {
  const guarded: Guarded = {
    asked: [],
    mayHear: () => true,
    server: new McpServer(
      { name: "guarded", version: "1" },
      {
        logger: () => undefined,
        lifespan: async function* () {
          yield await Promise.resolve("value");
        },
      },
    ),
  };
  const guard = (call: EntryCall): boolean | Promise<boolean> => {
    guarded.asked.push(
      `${call.purpose} ${call.uri} ${JSON.stringify(call.args)} ${String(call.lifespan)}`,
    );
    return guarded.mayHear(call);
  };
  guarded.server.template({ name: "item", uriTemplate: "a://{id}", use: [{ guard }] }, () => "x");
  // Guarded too, so that it is told no sooner.
  guarded.server.resource(
    { name: "mark", uri: "b://mark", use: [{ guard: () => true }] },
    () => "m",
  );
  return guarded;
}

/** Returns what a client hears when a resource changes; the mark tells that nothing else will come. */
async function heardOf(client: McpClient, { server }: Guarded): Promise<readonly string[]> {
  const heard: string[] = [];
  const end = client.on("resourceUpdated", (uri) => heard.push(uri));
  server.resourceUpdated("a://7");
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.resourceUpdated("b://mark");
  await eventually(() => heard.includes("b://mark"));
  end();
  return heard;
}

for (const revision of eras) {
  test(`${revision}: who has lost access hears of no more updates, until he has it again`, async () => {
    const guarded = guardedServer();
    await using client = await connectMemory(guarded.server, { protocolVersion: revision });
    await client.subscribe("b://mark");
    await client.subscribe("a://7");
    assert.deepEqual(await heardOf(client, guarded), ["a://7", "b://mark"]);
    guarded.mayHear = () => false;
    assert.deepEqual(await heardOf(client, guarded), ["b://mark"]);
    guarded.mayHear = () => Promise.resolve(false);
    assert.deepEqual(await heardOf(client, guarded), ["b://mark"]);
    guarded.mayHear = () => {
      throw new Error("no database");
    };
    assert.deepEqual(await heardOf(client, guarded), ["b://mark"]);
    guarded.mayHear = () => Promise.resolve(true);
    assert.deepEqual(await heardOf(client, guarded), ["a://7", "b://mark"]);
    const asked = 'subscribe a://7 {"id":"7"} value';
    // A client since 2026-07-28 subscribes again with each further resource.
    assert.ok(guarded.asked.length >= 6);
    assert.deepEqual([...new Set(guarded.asked)], [asked]);
    await guarded.server.close();
  });

  test(`${revision}: over HTTP the guard sees the headers of the subscriber`, async () => {
    const guarded = guardedServer();
    guarded.mayHear = ({ headers }) => headers?.("x-team") === "blue";
    const served = await serveHttp(guarded.server, { port: 0 });
    const headers = { "x-team": "blue" };
    await using client = await connectHttp(served.url, { protocolVersion: revision, headers });
    await client.subscribe("b://mark");
    await client.subscribe("a://7");
    assert.deepEqual(await heardOf(client, guarded), ["a://7", "b://mark"]);
    await client.close();
    await served.close();
  });
}
