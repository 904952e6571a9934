/** The three tools that give access to operations which are not listed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  OpenApiServer,
  serviceOf,
  type CallContext,
  type OpenApiServerOptions,
  type Operation,
  type Registrar,
  type Registration,
  type Revision,
} from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";
import {
  freeAnimal,
  getAnimal,
  listNames,
  withApi,
  ZooServer,
} from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";

const eras: readonly Revision[] = ["2025-06-18", "2025-11-25", "2026-07-28"];
const threeTools = ["search_operations", "describe_operation", "call_operation"];

function searchable<I, O>(
  operation: Operation<I, O>,
  tags: readonly string[] = [],
): Operation<I, O> {
  const { expose } = operation;
  assert.ok(expose.as === "tool");
  return { ...operation, expose: { ...expose, as: "searchable", tags } };
}

/** The zoo with one listed tool, and search tools for the others. */
class LargeZoo extends ZooServer {
  free: Registration | undefined;
  mcp: Registrar | undefined;

  protected override expose(mcp: Registrar): void {
    this.mcp = mcp;
    mcp.add(listNames, (input, ctx) => this.listNames(input, ctx));
    mcp.add(searchable(getAnimal, ["Animals"]), (input, ctx) => this.getAnimal(input, ctx));
    this.free = mcp.add(searchable(freeAnimal, ["Danger"]), (input, ctx) =>
      this.freeAnimal(input, ctx),
    );
  }
}

async function connect(revision: Revision = "2025-11-25") {
  const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  const server = new LargeZoo(options);
  return { server, asked, peer: await Peer.connect(server, revision) };
}

interface Listed {
  readonly name: string;
  readonly annotations?: Record<string, unknown>;
  readonly inputSchema: { readonly properties: Record<string, Record<string, unknown>> };
}

async function listed(peer: Peer): Promise<readonly Listed[]> {
  const answer = await peer.request("tools/list");
  return (answer.result as unknown as { tools: Listed[] }).tools;
}

for (const revision of eras) {
  test(`${revision}: operations are searched, described and called`, async () => {
    const { peer, asked } = await connect(revision);
    assert.deepEqual(
      (await listed(peer)).map(({ name }) => name),
      ["listNames", ...threeTools],
    );
    const found = await peer.call("search_operations", { query: "look at an animal" });
    const [first] = (JSON.parse(textOf(found)) as { operations: { name: string }[] }).operations;
    assert.deepEqual(first, {
      name: "getAnimal",
      summary: "One animal.",
      required: ["id: integer"],
    });

    const described = await peer.call("describe_operation", { name: "getAnimal" });
    const facts = JSON.parse(textOf(described)) as Record<string, Record<string, unknown>>;
    assert.deepEqual(facts["inputSchema"], getAnimal.input);
    assert.deepEqual(facts["annotations"], { readOnlyHint: true });
    assert.match(JSON.stringify(facts["outputSchema"]), /"\$defs":\{"Home"/);

    const called = await peer.call("call_operation", { name: "getAnimal", arguments: { id: 7 } });
    assert.equal(textOf(called), '{"id":1,"name":"Mia"}');
    assert.deepEqual(called.structuredContent, { id: 1, name: "Mia" });
    assert.equal(asked.length, 1);
    await peer.close();
  });
}

/** For a client that does not accept limits of numbers. */
class ZooForSomeClient extends LargeZoo {
  static override readonly api = {
    ...ZooServer.api,
    listing: { keywords: ["type", "properties", "required", "description"] },
  };
}

test("requests made while search and the client's rules are loading wait for them, in order", async () => {
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  const peer = new Peer(new ZooForSomeClient(options), "2026-07-28");
  const [list, , described, names] = await Promise.all([
    peer.request("tools/list"),
    peer.request("server/discover"),
    peer.request("tools/call", { name: "describe_operation", arguments: { name: "getAnimal" } }),
    listed(peer),
  ]);
  const [, search] = (list.result as unknown as { tools: Listed[] }).tools;
  assert.equal(search?.name, "search_operations");
  assert.deepEqual(search.inputSchema.properties["limit"], { type: "integer" });
  assert.match(JSON.stringify(described.result), /"properties":\{"id":\{"type":"integer"\}\}/);
  assert.equal(names.length, 4);
  assert.deepEqual((peer.received[0] as typeof list).result, list.result);
  await peer.close();
});

test("the first operation to search for may come while the server is in use", async () => {
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  let mcp: Registrar | undefined;
  const server = new (class extends ZooServer {
    protected override expose(registrar: Registrar): void {
      mcp = registrar;
      registrar.add(listNames, (input, ctx) => this.listNames(input, ctx));
    }
  })(options);
  const peer = await Peer.connect(server, "2025-11-25");
  assert.equal((await listed(peer)).length, 1);
  mcp?.add(searchable(freeAnimal), () => Promise.resolve());
  assert.deepEqual(
    (await listed(peer)).map(({ name }) => name),
    ["listNames", ...threeTools],
  );
  await peer.close();
});

test("wrong arguments are refused as the tool itself would refuse them", async () => {
  const { peer, asked } = await connect();
  const { options } = withApi(() => Response.json({}));
  const plain = await Peer.connect(new ZooServer(options), "2025-11-25");
  for (const args of [{ id: 0 }, {}, { id: 1, more: true }]) {
    const want = await plain.call("getAnimal", args);
    const got = await peer.call("call_operation", { name: "getAnimal", arguments: args });
    assert.equal(got.isError, true);
    assert.deepEqual(got, want);
  }
  const outside = await peer.call("call_operation", { name: "getAnimal", id: 7 });
  assert.equal(outside.isError, true);
  assert.match(textOf(outside), /id/);
  assert.deepEqual(asked, []);
  await Promise.all([peer.close(), plain.close()]);
});

test("an unknown name is answered with similar names, and calls nothing", async () => {
  const { peer, asked } = await connect();
  for (const tool of ["call_operation", "describe_operation"]) {
    for (const name of ["get_animal", "getAnimals"]) {
      const result = await peer.call(tool, { name });
      assert.equal(result.isError, true);
      assert.match(textOf(result), /Did you mean getAnimal/);
    }
    for (const name of ["__proto__", "constructor", "x".repeat(5000), ""]) {
      const result = await peer.call(tool, { name });
      assert.equal(result.isError, true, name);
      assert.ok(textOf(result).length < 500);
    }
  }
  // Listed tools are called directly.
  assert.equal((await peer.call("call_operation", { name: "listNames" })).isError, true);
  assert.deepEqual(asked, []);
  await peer.close();
});

test("a tag narrows the search, a limit its length", async () => {
  const { peer } = await connect();
  const names = async (args: Record<string, unknown>): Promise<string[]> => {
    const result = await peer.call("search_operations", { query: "animal", ...args });
    return (JSON.parse(textOf(result)) as { operations: { name: string }[] }).operations.map(
      ({ name }) => name,
    );
  };
  assert.deepEqual((await names({})).sort(), ["freeAnimal", "getAnimal"]);
  assert.deepEqual(await names({ tag: "Danger" }), ["freeAnimal"]);
  assert.equal((await names({ limit: 1 })).length, 1);
  assert.deepEqual(await names({ query: "xyzzy" }), []);
  for (const wrong of [{ tag: "no such" }, { limit: 0 }, { limit: 1e9 }, { query: "" }]) {
    const result = await peer.call("search_operations", { query: "animal", ...wrong });
    assert.equal(result.isError, true, JSON.stringify(wrong));
  }
  await peer.close();
});

test("annotations of the search tools follow the operations behind them, even when these change", async () => {
  const { peer, server } = await connect();
  const call = async () => (await listed(peer)).find(({ name }) => name === "call_operation");
  assert.deepEqual((await call())?.annotations, {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  });
  const search = (await listed(peer)).find(({ name }) => name === "search_operations");
  assert.deepEqual(search?.annotations, { readOnlyHint: true, openWorldHint: false });
  assert.deepEqual(search?.inputSchema.properties["tag"]?.["enum"], ["Animals", "Danger"]);
  server.free?.remove();
  assert.deepEqual((await call())?.annotations, { readOnlyHint: true, openWorldHint: true });
  assert.ok(peer.notifications.some(({ method }) => method.endsWith("tools/list_changed")));
  const gone = await peer.call("call_operation", { name: "freeAnimal", arguments: { id: 1 } });
  assert.equal(gone.isError, true);
  await peer.close();
});

test("search tools exist as long as there are searchable operations", async () => {
  const { options } = withApi(() => Response.json({}));
  class OneZoo extends LargeZoo {
    last: Registration | undefined;
    protected override expose(mcp: Registrar): void {
      this.last = mcp.add(searchable(getAnimal), (input, ctx) => this.getAnimal(input, ctx));
      mcp.add(listNames, (input, ctx) => this.listNames(input, ctx));
    }
  }
  const server = new OneZoo(options);
  const peer = await Peer.connect(server, "2025-11-25");
  assert.equal((await listed(peer)).length, 4);
  server.last?.remove();
  server.last?.remove();
  assert.deepEqual(
    (await listed(peer)).map(({ name }) => name),
    ["listNames"],
  );
  await peer.close();
});

test("a tool of the user's own can't have the name of a search tool", async () => {
  const { options } = withApi(() => Response.json({}));
  class TwiceZoo extends LargeZoo {
    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      mcp.tool({ name: "call_operation" }, () => "mine");
    }
  }
  assert.throws(() => serviceOf(new TwiceZoo(options)), /call_operation/);
});

test("what a handler asks the user reaches the client through call_operation, in both eras", async () => {
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    class InputServer extends OpenApiServer {
      static override readonly api = ZooServer.api;
      protected override expose(mcp: Registrar): void {
        mcp.add(searchable(getAnimal), async (_input: { id: number }, ctx: CallContext) => {
          await ctx.elicit({
            message: "Sure?",
            requestedSchema: { type: "object", properties: {} },
          });
          return { id: 1, name: "asked" };
        });
      }
    }
    const options: OpenApiServerOptions = {};
    const peer = await Peer.connect(new InputServer(options), revision);
    const answer = await peer.request("tools/call", {
      name: "call_operation",
      arguments: { name: "getAnimal", arguments: { id: 1 } },
    });
    // This client supports no client input; both eras must report that, rather than a server error.
    assert.match(JSON.stringify(answer), /elicitation/i);
    await peer.close();
  }
});
