/** The value of an answer is encoded once for a result's text and its structured content. Nothing stale may be sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import {
  serveTransport,
  useGuards,
  useInterceptors,
  type CallContext,
} from "../../../runtime/index.js";
import { withApi, ZooServer, type Animal } from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";
import { wireMemory } from "../../support/wire/channels.js";

const mia = { id: 1, name: 'Mia "the" läufer\n\u2028', home: {} };

test("text and structured content of an answer are the same value", async () => {
  const { options } = withApi(({ url }) =>
    Response.json(url.endsWith("/names") ? [mia.name] : mia),
  );
  await using client = await connectMemory(new ZooServer(options));
  const animal = await client.callTool("getAnimal", { id: 1 });
  assert.deepEqual(animal.structuredContent, mia);
  assert.deepEqual(JSON.parse(textOf(animal)), mia);
  const names = await client.callTool("listNames", {});
  assert.deepEqual(names.structuredContent, { result: [mia.name] });
  assert.deepEqual(JSON.parse(textOf(names)), [mia.name]);
});

test("what an override changes in a value is sent in both", async () => {
  class Renamed extends ZooServer {
    override async getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
      const animal = await super.getAnimal(input, ctx);
      animal.name = "hidden";
      return animal;
    }
  }
  const { options } = withApi(() => Response.json(mia));
  await using client = await connectMemory(new Renamed(options));
  const result = await client.callTool("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, { ...mia, name: "hidden" });
  assert.deepEqual(JSON.parse(textOf(result)), { ...mia, name: "hidden" });
});

test("what an interceptor changes in a result is sent", async () => {
  @useInterceptors(async (_call, next) => {
    const result = await next();
    (result as { structuredContent: { name: string } }).structuredContent.name = "hidden";
    return result;
  })
  class Changed extends ZooServer {}
  const { options } = withApi(() => Response.json(mia));
  await using client = await connectMemory(new Changed(options));
  const result = await client.callTool("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, { ...mia, name: "hidden" });
});

test("guards leave an answer encoded once, which interceptors may look into", async ({ mock }) => {
  @useGuards(() => true)
  class Guarded extends ZooServer {}
  @useInterceptors((_call, next) => next())
  class Intercepted extends ZooServer {}
  const encoded = mock.method(JSON, "stringify").mock;
  const counts: number[] = [];
  for (const Server of [ZooServer, Guarded, Intercepted]) {
    const { options } = withApi(() => Response.json(mia));
    const server = new Server(options);
    const client = await wireMemory((transport) => serveTransport(server, transport), {
      revision: "2025-11-25",
    });
    encoded.resetCalls();
    const { result } = await client.request("tools/call", {
      name: "getAnimal",
      arguments: { id: 1 },
    });
    assert.deepEqual(result?.["structuredContent"], mia);
    counts.push(
      encoded.calls.filter(({ result: text }) => text?.includes('"structuredContent":')).length,
    );
    await client.close();
  }
  const [plain, guarded, intercepted] = counts as [number, number, number];
  assert.equal(guarded, plain);
  assert.equal(intercepted, plain + 1);
});

test("what violates the schema is left out of the structured content only", async () => {
  const wrong = { id: "one", name: "Mia" };
  const { options } = withApi(() => Response.json(wrong));
  await using client = await connectMemory(new ZooServer(options));
  const result = await client.callTool("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, { name: "Mia" });
  assert.match(textOf(result), /^\{"id":"one","name":"Mia"\}/);
});
