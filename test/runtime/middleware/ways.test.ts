/** No way to a tool, a resource, a template or a prompt goes round its guards. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  McpServer,
  serveTransport,
  type EntryCall,
  type Middleware,
  type Operation,
  type OpenApiServerOptions,
  type Registrar,
  type Revision,
  type Servable,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { eventually } from "../../support/eventually.js";
import { taskCapabilities } from "../../support/servers/task-server.js";
import {
  freeAnimal,
  getAnimal,
  listNames,
  withApi,
  ZooServer,
} from "../../support/servers/zoo-server.js";
import { wireMemory } from "../../support/wire/channels.js";

type Wire = Awaited<ReturnType<typeof connect>>;

function connect(server: Servable, revision: Revision, capabilities: JsonObject = {}) {
  return wireMemory((transport) => serveTransport(server, transport), {
    revision,
    capabilities,
    answers: {},
  });
}

const eras: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** Refuses everything, and notes what it was asked. */
function refusing(): { readonly use: Middleware; readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    use: {
      name: "closed",
      guard(call) {
        seen.push(`${call.purpose} ${call.kind} ${call.name} ${JSON.stringify(call.args)}`);
        return false;
      },
    },
  };
}

async function assertForbidden(client: Wire, method: string, params: JsonObject): Promise<void> {
  const { error } = await client.request(method, params);
  assert.equal(error?.code, -32603, `${method} ${JSON.stringify(params)}`);
  assert.deepEqual(error.data, { type: "FORBIDDEN", guard: "closed" });
}

const fail = (): never => assert.fail("The entry must not run.");

for (const revision of eras) {
  describe(`${revision}: a guard refuses`, () => {
    test("calls, reads and prompts, and sees the arguments before they are checked", async () => {
      const { use, seen } = refusing();
      const server = new McpServer({ name: "closed", version: "1" }, { use: [use] });
      const input = {
        type: "object",
        properties: { n: { type: "integer" } },
        required: ["n"],
      } as const;
      server.tool({ name: "t", input }, fail);
      server.resource({ name: "r", uri: "a://r" }, fail);
      server.template({ name: "x", uriTemplate: "b://{id}{?n}", input }, fail);
      server.prompt({ name: "p", arguments: [{ name: "who", required: true }] }, fail);
      const client = await connect(server, revision);
      await assertForbidden(client, "tools/call", { name: "t", arguments: { n: "no number" } });
      await assertForbidden(client, "resources/read", { uri: "a://r" });
      await assertForbidden(client, "resources/read", { uri: "b://1?n=x" });
      await assertForbidden(client, "prompts/get", { name: "p" });
      assert.deepEqual(seen, [
        'call tool t {"n":"no number"}',
        "call resource r {}",
        'call template x {"id":"1","n":"x"}',
        "call prompt p {}",
      ]);
    });

    test("completions of arguments of what it guards", async () => {
      const { use, seen } = refusing();
      const server = new McpServer({ name: "closed", version: "1" });
      server.prompt({ name: "p", use: [use], arguments: [{ name: "who", complete: fail }] }, fail);
      server.template(
        { name: "x", use: [use], uriTemplate: "b://{id}", complete: { id: fail } },
        fail,
      );
      server.resource({ name: "r", use: [use], uri: "a://r" }, fail);
      server.completion(fail);
      const client = await connect(server, revision);
      const argument = { name: "who", value: "A" };
      await assertForbidden(client, "completion/complete", {
        ref: { type: "ref/prompt", name: "p" },
        argument,
        context: { arguments: { where: "here" } },
      });
      await assertForbidden(client, "completion/complete", {
        ref: { type: "ref/resource", uri: "b://{id}" },
        argument: { name: "id", value: "1" },
      });
      await assertForbidden(client, "completion/complete", {
        ref: { type: "ref/resource", uri: "a://r" },
        argument,
      });
      assert.deepEqual(seen, [
        'complete prompt p {"where":"here"}',
        "complete template x {}",
        "complete resource r {}",
      ]);
    });

    test("operations that are found by search under their own names, and the search itself", async () => {
      const seen: string[] = [];
      const use: Middleware = {
        name: "closed",
        guard: (call) => {
          seen.push(`${call.name} ${call.operation?.method ?? ""}`);
          return call.operation?.method === "GET" || call.name === "describe_operation";
        },
      };
      const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
      const client = await connect(new SearchedZoo({ ...options, use: [use] }), revision);
      await assertForbidden(client, "tools/call", {
        name: "call_operation",
        arguments: { name: "freeAnimal", arguments: { id: 1 } },
      });
      await assertForbidden(client, "tools/call", {
        name: "search_operations",
        arguments: { query: "animal" },
      });
      assert.equal(asked.length, 0);
      const call = { name: "getAnimal", arguments: { id: 1 } };
      for (const params of [
        { name: "call_operation", arguments: call },
        { name: "describe_operation", arguments: { name: "freeAnimal" } },
      ]) {
        const { result } = await client.request("tools/call", params);
        assert.equal(result?.["isError"], undefined);
      }
      assert.equal(asked.length, 1);
      assert.deepEqual(seen, [
        "freeAnimal DELETE",
        "search_operations ",
        "getAnimal GET",
        "describe_operation ",
      ]);
    });
  });
}

/** Finds two operations by search. */
class SearchedZoo extends ZooServer {
  protected override expose(mcp: Registrar): void {
    mcp.add(listNames, (input, ctx) => this.listNames(input, ctx));
    mcp.add(searchable(getAnimal), (input, ctx) => this.getAnimal(input, ctx));
    mcp.add(searchable(freeAnimal), (input, ctx) => this.freeAnimal(input, ctx));
  }
}

function searchable<I, O>(operation: Operation<I, O>): Operation<I, O> {
  const { expose } = operation;
  assert.ok(expose.as === "tool");
  return { ...operation, expose: { ...expose, as: "searchable" } };
}

describe("subscriptions to what a guard refuses", () => {
  const closedServer = () => {
    const closed = refusing();
    const server = new McpServer({ name: "closed", version: "1" });
    server.resource({ name: "r", use: [closed.use], uri: "a://x/r" }, fail);
    server.template({ name: "x", use: [closed.use], uriTemplate: "b://{id}" }, fail);
    server.resource({ name: "open", uri: "c://open" }, () => "open");
    return { server, ...closed };
  };

  test("2025-11-25: are refused, in any spelling of the URI; others are not", async () => {
    const { server, seen } = closedServer();
    const client = await connect(server, "2025-11-25");
    await assertForbidden(client, "resources/subscribe", { uri: "a://x/r" });
    await assertForbidden(client, "resources/subscribe", { uri: "a://x/%72" });
    await assertForbidden(client, "resources/subscribe", { uri: "b://7" });
    assert.deepEqual((await client.request("resources/subscribe", { uri: "c://open" })).result, {});
    assert.deepEqual(seen, [
      "subscribe resource r {}",
      "subscribe resource r {}",
      'subscribe template x {"id":"7"}',
    ]);
  });

  test("2026-07-28: are refused before they are acknowledged", async () => {
    const { server } = closedServer();
    const client = await connect(server, "2026-07-28");
    await assertForbidden(client, "subscriptions/listen", {
      notifications: { resourceSubscriptions: ["c://open", "a://x/r"] },
    });
    assert.deepEqual(client.notifications("notifications/subscriptions/acknowledged"), []);
  });
});

describe("calls that become tasks", () => {
  for (const task of ["optional", "required"] as const) {
    test(`2025-11-25: fail with the refusal (${task})`, async () => {
      const { use } = refusing();
      const server = new McpServer({ name: "closed", version: "1" });
      server.tool({ name: "t", task, use: [use] }, fail);
      const client = await connect(server, "2025-11-25");
      const { result } = await client.request("tools/call", { name: "t", task: {} });
      const { taskId } = (result as JsonObject)["task"] as { taskId: string };
      await assertForbidden(client, "tasks/result", { taskId });
    });

    test(`2026-07-28: fail with the refusal (${task})`, async () => {
      const { use } = refusing();
      const server = new McpServer({ name: "closed", version: "1" });
      server.tool({ name: "t", task, use: [use] }, fail);
      const client = await connect(server, "2026-07-28", taskCapabilities);
      const { result } = await client.request("tools/call", { name: "t" });
      const taskId = result?.["taskId"] as string;
      let ended: JsonObject | undefined;
      await eventually(async () => {
        ended = (await client.request("tasks/get", { taskId })).result;
        return ended?.["status"] === "failed";
      });
      assert.deepEqual(((ended as JsonObject)["error"] as JsonObject)["data"], {
        type: "FORBIDDEN",
        guard: "closed",
      });
    });
  }

  for (const revision of eras) {
    test(`${revision}: run interceptors and exception handlers`, async () => {
      const server = new McpServer({ name: "t", version: "1" });
      const use: Middleware[] = [
        { handleError: (error) => `Handled ${(error as Error).message}` },
        {
          intercept: async (_call, next) => {
            await next();
            throw new Error("after");
          },
        },
      ];
      server.tool({ name: "t", task: "required", use }, () => "done");
      const client = await connect(server, revision, taskCapabilities);
      const { result } = await client.request("tools/call", {
        name: "t",
        ...(revision === "2025-11-25" && { task: {} }),
      });
      const { taskId: id } = (result?.["task"] ?? result) as { taskId: string };
      let content: unknown;
      await eventually(async () => {
        const method = revision === "2025-11-25" ? "tasks/result" : "tasks/get";
        const got = (await client.request(method, { taskId: id })).result;
        content = got?.["content"] ?? (got?.["result"] as JsonObject | undefined)?.["content"];
        return content !== undefined;
      });
      assert.deepEqual(content, [{ type: "text", text: "Handled after" }]);
    });
  }
});

test("a tool that reads a resource of its server for a file is refused by the resource's guard", async () => {
  const seen: (string | undefined)[] = [];
  const uploadFile: Operation<{ body: unknown }, unknown> = {
    id: "upload",
    request: {
      method: "POST",
      path: "/files",
      body: { type: "application/octet-stream", arg: "body", file: true },
    },
    input: { type: "object", properties: { body: { type: "object" } }, required: ["body"] },
    expose: { as: "tool", name: "upload" },
  };
  class Uploads extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(uploadFile, (input, ctx) => this.call(uploadFile, input, ctx));
      const guard = (call: EntryCall): boolean => {
        seen.push(call.toolName);
        return call.name === "open";
      };
      mcp.resource({ name: "secret", uri: "zoo://secret", use: [{ guard }] }, () => "secret");
      mcp.resource({ name: "open", uri: "zoo://open", use: [{ guard }] }, () => "open");
    }
  }
  const { options, asked } = withApi(() => Response.json({}));
  const client = await connect(new Uploads(options), "2025-11-25");
  const upload = (uri: string) =>
    client.request("tools/call", { name: "upload", arguments: { body: { uri } } });
  const refusedCall = await upload("zoo://secret");
  assert.ok(refusedCall.error ?? refusedCall.result?.["isError"], JSON.stringify(refusedCall));
  assert.equal(asked.length, 0);
  const done = await upload("zoo://open");
  assert.equal(done.result?.["isError"], undefined, JSON.stringify(done));
  assert.deepEqual(seen, ["upload", "upload"]);
});

test("responses that are kept because they are too large are read through the guards of the server", async () => {
  let isOpen = true;
  const use: Middleware = { name: "closed", guard: () => isOpen };
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia".repeat(1000) }));
  const all: OpenApiServerOptions = { ...options, use: [use], maxInlineBytes: 100 };
  const client = await connect(new ZooServer(all), "2025-11-25");
  const { result } = await client.request("tools/call", {
    name: "getAnimal",
    arguments: { id: 1 },
  });
  const link = ((result as JsonObject)["content"] as JsonObject[]).find(
    ({ type }) => type === "resource_link",
  );
  const uri = link?.["uri"] as string;
  assert.ok((await client.request("resources/read", { uri })).result);
  isOpen = false;
  await assertForbidden(client, "resources/read", { uri });
});

test("a mounted server's guards hold behind those of its host, also for completions and subscriptions", async () => {
  const seen: string[] = [];
  const noting = (name: string): Middleware => ({
    name: "closed",
    guard: ({ purpose }) => {
      seen.push(`${name} ${purpose}`);
      return name === "host";
    },
  });
  const inner = new McpServer({ name: "inner", version: "1" }, { use: [noting("inner")] });
  inner.resource({ name: "r", uri: "a://r" }, fail);
  inner.prompt({ name: "p", arguments: [{ name: "who", complete: fail }] }, fail);
  const host = new McpServer({ name: "host", version: "1" }, { use: [noting("host")] });
  host.mount(inner, { prefix: "in_" });
  const client = await connect(host, "2025-11-25");
  await assertForbidden(client, "prompts/get", { name: "in_p" });
  await assertForbidden(client, "completion/complete", {
    ref: { type: "ref/prompt", name: "in_p" },
    argument: { name: "who", value: "" },
  });
  await assertForbidden(client, "resources/subscribe", { uri: "a://r" });
  assert.deepEqual(seen, [
    "host call",
    "inner call",
    "host complete",
    "inner complete",
    "host subscribe",
    "inner subscribe",
  ]);
});
