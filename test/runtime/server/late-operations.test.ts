/** Operations whose definitions are loaded when they are first called or described. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  serveHttp,
  ToolError,
  type ApiCall,
  type ApiRequest,
  type CallContext,
  type Middleware,
  type Operation,
  type OperationReference,
  type Registrar,
  type Revision,
} from "../../../runtime/index.js";
import { McpServer } from "../../../runtime/server/mcp-server.js";
import { Peer } from "../../support/peer.js";
import { wireHttp } from "../../support/wire/http.js";
import {
  freeAnimal,
  getAnimal,
  listNames,
  withApi,
  ZooServer,
} from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";

const modules = { getAnimal, freeAnimal, listNames };

/** Returns a reference, as `references/` of an output has it. */
function late<I, O>(operation: Operation<I, O>, load = () => Promise.resolve(modules)) {
  const { id, description, request, input, expose } = operation;
  const reference: OperationReference<I, O> = {
    id,
    ...(description !== undefined && { description: description.slice(0, 8) }),
    request: { method: request.method, path: request.path },
    arguments: Object.keys(input["properties"] as object),
    expose: { ...expose, as: "searchable" } as Operation["expose"],
    load,
  };
  return reference;
}

class LateZoo extends ZooServer {
  loads = 0;
  readonly seen: ApiCall[] = [];
  readonly animal = late(getAnimal, () => {
    this.loads += 1;
    return Promise.resolve(modules);
  });

  override getAnimal(input: { id: number }, ctx: CallContext) {
    return this.call(this.animal, input, ctx);
  }

  protected override beforeRequest(request: ApiRequest, call: ApiCall): ApiRequest {
    this.seen.push(call);
    return request;
  }

  protected override expose(mcp: Registrar): void {
    mcp.add(listNames, (input, ctx) => this.listNames(input, ctx));
    mcp.add(this.animal, (input, ctx) => this.getAnimal(input, ctx));
  }
}

function zoo(use: readonly Middleware[] = []) {
  const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  return { server: new LateZoo({ ...options, use }), asked };
}

async function names(peer: Peer): Promise<readonly string[]> {
  const { result } = await peer.request("tools/list");
  return (result as unknown as { tools: { name: string }[] }).tools.map(({ name }) => name);
}

for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"] as readonly Revision[]) {
  test(`${revision}: they are searched, described and called as others are`, async () => {
    const { server, asked } = zoo();
    const peer = await Peer.connect(server, revision);
    assert.equal((await names(peer)).length, 4);
    assert.equal(server.loads, 0);
    const found = await peer.call("search_operations", { query: "look at an animal" });
    assert.deepEqual(JSON.parse(textOf(found)), {
      operations: [{ name: "getAnimal", summary: "One anim", required: ["id: integer"] }],
    });
    const described = await peer.call("describe_operation", { name: "getAnimal" });
    const facts = JSON.parse(textOf(described)) as Record<string, unknown>;
    assert.deepEqual(facts["inputSchema"], getAnimal.input);
    assert.equal(facts["description"], getAnimal.description);
    const called = await peer.call("call_operation", { name: "getAnimal", arguments: { id: 7 } });
    assert.deepEqual(called.structuredContent, { id: 1, name: "Mia" });
    const wrong = await peer.call("call_operation", { name: "getAnimal", arguments: { id: "x" } });
    assert.equal(wrong.isError, true);
    assert.equal(asked.length, 1);
    assert.deepEqual(server.seen[0]?.operation.input, getAnimal.input);
    assert.equal(server.loads, 1);
    await peer.close();
  });
}

test("first calls at the same time load a definition once", async () => {
  const { server, asked } = zoo();
  const peer = await Peer.connect(server, "2025-11-25");
  const call = () => peer.call("call_operation", { name: "getAnimal", arguments: { id: 7 } });
  await Promise.all([call(), call(), call()]);
  assert.equal(asked.length, 3);
  assert.equal(server.loads, 1);
  await peer.close();
});

test("a definition that can't be loaded is an error in the log that names it, and the next call tries again", async () => {
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  const logged: string[] = [];
  let fails = true;
  const broken = late(getAnimal, () =>
    fails
      ? Promise.reject(new Error("Cannot find module '/srv/operations/zoo.js'"))
      : Promise.resolve(modules),
  );
  const server = new (class extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(broken, (input, ctx) => this.call(broken, input, ctx));
    }
  })({ ...options, logger: (entry) => void logged.push(String(entry.error)) });
  const peer = await Peer.connect(server, "2025-11-25");
  const call = () =>
    peer.request("tools/call", {
      name: "call_operation",
      arguments: { name: "getAnimal", arguments: { id: 7 } },
    });
  const failed = await call();
  assert.doesNotMatch(JSON.stringify(failed), /srv/);
  assert.match(
    logged.join("\n"),
    /definition of the operation ".+" can't be loaded: .*operations\/zoo\.js/,
  );
  fails = false;
  assert.match(JSON.stringify(await call()), /Mia/);
  await peer.close();
});

test("guards decide by a late operation's tags and path, and hide it from searches", async () => {
  const paths: unknown[] = [];
  const guard: Middleware = {
    guard: ({ operation }) => {
      paths.push(operation?.path);
      return operation?.id !== getAnimal.id;
    },
    hides: true,
  };
  const { server } = zoo([guard]);
  const peer = await Peer.connect(server, "2025-11-25");
  const found = await peer.call("search_operations", { query: "animal" });
  assert.deepEqual(JSON.parse(textOf(found)), { operations: [] });
  const refused = await peer.request("tools/call", {
    name: "call_operation",
    arguments: { name: "getAnimal", arguments: { id: 7 } },
  });
  assert.match(JSON.stringify(refused), /FORBIDDEN/);
  assert.ok(paths.includes(getAnimal.request.path));
  assert.equal(server.loads, 0);
  await peer.close();
});

test("a host's guards hide a late operation of a mounted server", async () => {
  const host = new McpServer(
    { name: "host", version: "1" },
    { use: [{ guard: ({ operation }) => operation?.id !== getAnimal.id, hides: true }] },
  );
  host.mount(zoo().server, { prefix: "zoo_" });
  const peer = await Peer.connect(host, "2025-11-25");
  const found = await peer.call("zoo_search_operations", { query: "animal" });
  assert.deepEqual(JSON.parse(textOf(found)), { operations: [] });
  await peer.close();
});

test("a method that is overridden is called without loading the definition for its request", async () => {
  const { options } = withApi(() => Response.json({}));
  const server = new (class extends LateZoo {
    override getAnimal(input: { id: number }): ReturnType<LateZoo["getAnimal"]> {
      if (input.id === 0) throw new ToolError("No such animal");
      return Promise.resolve({ id: input.id, name: "Own" });
    }
  })(options);
  const peer = await Peer.connect(server, "2025-11-25");
  const called = await peer.call("call_operation", { name: "getAnimal", arguments: { id: 7 } });
  assert.deepEqual(called.structuredContent, { id: 7, name: "Own" });
  await peer.close();
});

test("one that a class lists as a tool is loaded before the list, with what the class changed", async () => {
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  const animal = late(getAnimal);
  const expose = { as: "tool", name: "look", title: "Look" } as const;
  const server = new (class extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add({ ...animal, expose }, (input, ctx) => this.call(animal, input, ctx));
      const removed = mcp.add({ ...late(freeAnimal), expose: { ...expose, name: "gone" } }, () =>
        Promise.resolve(undefined as never),
      );
      removed.remove();
    }
  })(options);
  const peer = await Peer.connect(server, "2025-11-25");
  const { result } = await peer.request("tools/list");
  const { tools } = result as unknown as { tools: Record<string, unknown>[] };
  assert.deepEqual(
    tools.map(({ name, title, description }) => [name, title, description]),
    [["look", "Look", getAnimal.description]],
  );
  assert.match(JSON.stringify(await peer.call("look", { id: 7 })), /Mia/);
  await peer.close();
});

test("they are called over HTTP", async () => {
  const { server } = zoo();
  const http = await serveHttp(server, { port: 0 });
  try {
    const client = await wireHttp(http.url, { revision: "2026-07-28" });
    const args = { name: "getAnimal", arguments: { id: 7 } };
    const reply = await client.request("tools/call", { name: "call_operation", arguments: args });
    assert.match(JSON.stringify(reply.result), /"structuredContent":\{"id":1,"name":"Mia"\}/);
  } finally {
    await http.close();
  }
});
