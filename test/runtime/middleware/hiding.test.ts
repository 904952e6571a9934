/** Guards with `hides` leave out of lists what their caller may not use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpServer,
  serveTransport,
  type Middleware,
  type Operation,
  type Registrar,
  type Revision,
  type ServerOptions,
  type Servable,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { freeAnimal, getAnimal, withApi, ZooServer } from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";
import { wireMemory } from "../../support/wire/channels.js";

const eras: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** Lets callers through who say in `_meta` that they are admins. */
const admins: Middleware = {
  name: "admins",
  hides: true,
  guard: async (call) => Promise.resolve(call.meta["role"] === "admin"),
};

async function connect(server: Servable, revision: Revision) {
  const client = await wireMemory((transport) => serveTransport(server, transport), {
    revision,
    capabilities: {},
    answers: {},
  });
  return async (method: string, role: string, params: JsonObject = {}) =>
    client.request(method, params, { meta: { role } });
}

function closedServer(options: ServerOptions = {}): McpServer {
  const server = new McpServer({ name: "closed", version: "1" }, options);
  for (const [name, use] of [
    ["a", []],
    ["b", [admins]],
    ["c", []],
    ["d", [{ guard: () => false }]],
  ] as const) {
    server.tool({ name, use }, () => name);
    server.resource({ name, use, uri: `r://${name}` }, () => name);
    server.template({ name, use, uriTemplate: `t://${name}/{id}` }, () => name);
    server.prompt({ name, use }, () => name);
  }
  return server;
}

const lists = {
  "tools/list": "tools",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
};

function namesIn(result: unknown, member: string): string[] {
  return ((result as JsonObject)[member] as { name: string }[]).map(({ name }) => name);
}

for (const revision of eras) {
  test(`${revision}: lists have what a guard without \`hides\` refuses, and not what one with it does`, async () => {
    const request = await connect(closedServer(), revision);
    for (const [method, member] of Object.entries(lists)) {
      for (const [role, names] of [
        ["user", ["a", "c", "d"]],
        ["admin", ["a", "b", "c", "d"]],
        ["user", ["a", "c", "d"]],
      ] as const) {
        const { result } = await request(method, role);
        assert.deepEqual(namesIn(result, member), names, method);
      }
    }
  });

  test(`${revision}: pages are made of what the caller sees`, async () => {
    const request = await connect(closedServer({ pageSize: 2 }), revision);
    const pagesFor = async (role: string) => {
      const pages: string[][] = [];
      let cursor: unknown;
      do {
        const { result } = await request("tools/list", role, cursor ? { cursor } : {});
        pages.push(namesIn(result, "tools"));
        cursor = result?.["nextCursor"];
      } while (cursor !== undefined);
      return pages;
    };
    assert.deepEqual(await pagesFor("user"), [["a", "c"], ["d"]]);
    assert.deepEqual(await pagesFor("admin"), [
      ["a", "b"],
      ["c", "d"],
    ]);
    const cursor = Buffer.from("b").toString("base64url");
    assert.equal((await request("tools/list", "user", { cursor })).error?.code, -32602);
  });
}

test("a list that differs by caller is private, whatever the option `cache` says", async () => {
  const cache = { "tools/list": { ttlMs: 1000, cacheScope: "public" } } as const;
  const scopeOf = async (server: McpServer) => {
    const { result } = await (await connect(server, "2026-07-28"))("tools/list", "user");
    return [result?.["ttlMs"], result?.["cacheScope"]];
  };
  assert.deepEqual(await scopeOf(closedServer({ cache })), [1000, "private"]);
  const open = new McpServer({ name: "open", version: "1" }, { cache });
  open.tool({ name: "t", use: [{ guard: () => true }] }, () => "");
  assert.deepEqual(await scopeOf(open), [1000, "public"]);
});

test("a hidden tool is refused when it is called by its name", async () => {
  const request = await connect(closedServer(), "2025-11-25");
  const { error } = await request("tools/call", "user", { name: "b" });
  assert.deepEqual(error?.data, { type: "FORBIDDEN", guard: "admins" });
  assert.ok((await request("tools/call", "admin", { name: "b" })).result);
});

test("a guard that throws hides, and one is asked for lists with the purpose `list`", async () => {
  const purposes: string[] = [];
  const server = new McpServer({ name: "s", version: "1" });
  const guard: Middleware["guard"] = ({ purpose, name }) => {
    purposes.push(`${purpose} ${name}`);
    throw new Error("no");
  };
  server.tool({ name: "t", use: [{ guard, hides: true }] }, () => "");
  server.tool({ name: "u", use: [{ guard: () => assert.fail("It hides nothing.") }] }, () => "");
  const request = await connect(server, "2025-11-25");
  assert.deepEqual(namesIn((await request("tools/list", "user")).result, "tools"), ["u"]);
  assert.deepEqual(purposes, ["list t"]);
});

test("a list without guards that hide is written once for all callers", async () => {
  let described = 0;
  const server = new McpServer({ name: "s", version: "1" }, { use: [{ guard: () => true }] });
  const definition = { name: "t", description: "Counts." };
  Object.defineProperty(definition, "title", { get: () => String(described++), enumerable: true });
  server.tool(definition, () => "");
  const request = await connect(server, "2025-11-25");
  for (const role of ["user", "admin", "user"]) await request("tools/list", role);
  const { result } = await request("tools/list", "user");
  const [tool] = (result as JsonObject)["tools"] as { title: string }[];
  assert.equal(tool?.title, String(described - 1));
  assert.equal(described, 1);
});

function searchable<I, O>(operation: Operation<I, O>, tag: string): Operation<I, O> {
  const { expose } = operation;
  assert.ok(expose.as === "tool");
  return { ...operation, expose: { ...expose, as: "searchable", tags: [tag] } };
}

class SearchedZoo extends ZooServer {
  protected override expose(mcp: Registrar): void {
    mcp.add(searchable(getAnimal, "animals"), (input, ctx) => this.getAnimal(input, ctx));
    mcp.add(searchable(freeAnimal, "danger"), (input, ctx) => this.freeAnimal(input, ctx), {
      use: [admins],
    });
  }
}

for (const prefix of ["", "zoo_"]) {
  test(`a search finds and describes only what the caller may use (prefix ${JSON.stringify(prefix)})`, async () => {
    const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
    let server: Servable = new SearchedZoo(options);
    if (prefix !== "") {
      const host = new McpServer({ name: "host", version: "1" });
      host.mount(server, { prefix });
      server = host;
    }
    const request = await connect(server, "2025-11-25");
    const call = async (name: string, role: string, args: JsonObject) => {
      const params = { name: prefix + name, arguments: args };
      const { result, error } = await request("tools/call", role, params);
      return result ? textOf(result as never) : `error ${JSON.stringify(error?.data)}`;
    };
    const found = async (role: string) =>
      namesIn(
        JSON.parse(await call("search_operations", role, { query: "animal" })),
        "operations",
      ).sort();
    assert.deepEqual(await found("user"), ["getAnimal"]);
    assert.deepEqual(await found("admin"), ["freeAnimal", "getAnimal"]);
    const tagged = { query: "animal", tag: "danger" };
    assert.match(await call("search_operations", "user", tagged), /No operation has the tag/);
    const wrong = await call("search_operations", "user", { query: "animal", tag: "x" });
    assert.match(wrong, /No operation has the tag "x". The tags are: animals\.$/);
    const { result: listed } = await request("tools/list", "user");
    assert.doesNotMatch(JSON.stringify(listed), /danger/);
    const hidden = { name: "freeAnimal" };
    const unknown = await call("describe_operation", "user", hidden);
    assert.match(unknown, /There is no operation "freeAnimal".*Did you mean getAnimal\?/);
    assert.match(await call("describe_operation", "admin", hidden), /"name":"freeAnimal"/);
    assert.match(await call("call_operation", "user", { name: "freeAnimals" }), /mean getAnimal\?/);
    const refused = await call("call_operation", "user", { ...hidden, arguments: { id: 1 } });
    assert.equal(refused, 'error {"type":"FORBIDDEN","guard":"admins"}');
  });
}

test("a search names no tags where guards of its server, or of a host, hide operations", async () => {
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  const tagsOf = async (server: Servable) => {
    const request = await connect(server, "2025-11-25");
    return JSON.stringify((await request("tools/list", "admin")).result).includes('"animals"');
  };
  class OpenZoo extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(searchable(getAnimal, "animals"), (input, ctx) => this.getAnimal(input, ctx));
    }
  }
  assert.equal(await tagsOf(new OpenZoo(options)), true);
  assert.equal(await tagsOf(new OpenZoo({ ...options, use: [admins] })), false);
  const host = new McpServer({ name: "host", version: "1" }, { use: [admins] });
  host.mount(new OpenZoo(options));
  assert.equal(await tagsOf(host), false);
});

test("guards of a host and of a mounted server hide in the lists of the host", async () => {
  const inner = new McpServer({ name: "inner", version: "1" });
  inner.tool({ name: "open" }, () => "");
  inner.tool({ name: "closed", use: [admins] }, () => "");
  const host = new McpServer(
    { name: "host", version: "1" },
    { use: [{ hides: true, guard: ({ meta }) => meta["role"] !== "guest" }] },
  );
  host.mount(inner, { prefix: "in_" });
  const request = await connect(host, "2025-11-25");
  const seen = async (role: string) => namesIn((await request("tools/list", role)).result, "tools");
  assert.deepEqual(await seen("admin"), ["in_open", "in_closed"]);
  assert.deepEqual(await seen("user"), ["in_open"]);
  assert.deepEqual(await seen("guest"), []);
});
