/** The base class of generated servers: overrides, custom tools, names and types. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isCallOf,
  OpenApiServer,
  ToolError,
  type ApiCall,
  type ApiRequest,
  reservedNames,
  serviceOf,
  type CallContext,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";
import {
  BusyZoo,
  getAnimal,
  withApi,
  ZooServer,
  type Animal,
} from "../../support/servers/zoo-server.js";
import { connect, json } from "../../support/servers/connect.js";

test("a schema that can't be compiled fails its own tool only", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  class Odd extends ZooServer {
    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      mcp.tool({ name: "odd", input: { type: "object", required: "all" } }, () => "never");
      mcp.tool({ name: "odd_out", output: { type: "strange" } }, () => ({ a: 1 }));
    }
  }
  const { peer } = await connect(json({ id: 1 }), Odd);
  const odd = await peer.call("odd", {});
  assert.equal(odd.isError, true);
  assert.match(odd.content[0]?.text ?? "", /schema is unusable/);
  const odd_out = await peer.call("odd_out");
  assert.equal(odd_out.isError, true);
  assert.equal(odd_out.structuredContent, undefined);
  assert.match(String(logged.mock.calls[0]?.arguments[0]), /output schema is unusable/);
  assert.deepEqual((await peer.call("getAnimal", { id: 1 })).structuredContent, { id: 1 });
  await peer.close();
});

test("errors of a handler are shown to the client only if they are meant for it", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  const { peer } = await connect(json({}), BusyZoo);
  const closed = await peer.call("closed");
  assert.deepEqual(closed, {
    content: [{ type: "text", text: "The zoo is closed." }],
    isError: true,
  });
  const broken = await peer.call("broken");
  assert.equal(broken.isError, true);
  assert.doesNotMatch(JSON.stringify(broken), /secret|at .*\.ts/);
  assert.equal(logged.mock.callCount(), 1);
  await peer.close();
});

test("hooks see and change each request before it is sent and each response before it is a result", async () => {
  const seen: string[] = [];
  class Hooked extends ZooServer {
    protected override async beforeRequest(
      request: ApiRequest,
      call: ApiCall,
    ): Promise<ApiRequest> {
      if (isCallOf(call, getAnimal)) seen.push(`animal ${call.input.id satisfies number}`);
      if (!isCallOf(call, getAnimal)) throw new ToolError("Only animals are read.");
      await Promise.resolve();
      return { ...request, headers: { ...request.headers, "X-Tool": call.ctx.toolName ?? "" } };
    }

    protected override async afterResponse(response: Response): Promise<Response> {
      const animal = (await response.clone().json()) as Animal;
      return Response.json({ ...animal, name: "Hidden" });
    }
  }
  const { peer } = await connect((request) => {
    seen.push(`from ${request.headers.get("x-tool")}`);
    return Response.json({ id: 1, name: "Leo" });
  }, Hooked);
  const { structuredContent } = await peer.call("getAnimal", { id: 1 });
  assert.deepEqual(structuredContent, { id: 1, name: "Hidden" });
  assert.deepEqual(seen, ["animal 1", "from getAnimal"]);
  await peer.close();
});

test("a fault of a hook is the operator's to see, and sends nothing twice", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  let calls = 0;
  class Broken extends ZooServer {
    protected override afterResponse(): never {
      calls += 1;
      throw Object.assign(new TypeError("secret fault"), { code: "ECONNRESET" });
    }
  }
  const { peer } = await connect(json({ id: 1 }), Broken);
  const failed = await peer.call("getAnimal", { id: 1 });
  assert.equal(failed.isError, true);
  assert.doesNotMatch(JSON.stringify(failed), /secret/);
  assert.ok(logged.mock.callCount() > 0);
  assert.equal(calls, 1);
  await peer.close();
});

test("calls reach an override, which may use the API and its fields", async () => {
  class Mine extends ZooServer {
    readonly greeting = "Dear ";
    override async getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
      if (input.id === 13) throw new ToolError("Not on a Friday.");
      const animal = await super.getAnimal(input, ctx);
      return { ...animal, name: this.greeting + animal.name };
    }
    override async listNames(_input: Record<string, never>, ctx: CallContext): Promise<string[]> {
      const { name } = await this.getAnimal({ id: 1 }, ctx);
      return [name];
    }
  }
  const { peer, asked } = await connect(json({ id: 1, name: "Mia" }), Mine);
  const result = await peer.call("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, { id: 1, name: "Dear Mia" });
  assert.equal((await peer.call("getAnimal", { id: 13 })).content[0]?.text, "Not on a Friday.");
  assert.deepEqual((await peer.call("listNames")).structuredContent, { result: ["Dear Mia"] });
  assert.equal(asked.length, 2);
  await peer.close();
});

test("members that an override removes from an answer in place stay removed, even with large integers", async () => {
  class Discreet extends ZooServer {
    override async getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
      const animal = await super.getAnimal(input, ctx);
      animal.name = "(hidden)";
      return animal;
    }
  }
  const answer = (): Response =>
    new Response('{"id":9007199254740993,"name":"Mia"}', {
      headers: { "content-type": "application/json" },
    });
  const { peer } = await connect(answer, Discreet);
  const result = await peer.call("getAnimal", { id: 1 });
  assert.doesNotMatch(JSON.stringify(result), /Mia/);
  await peer.close();
});

test("expose is called once, when the server is first used", async () => {
  let calls = 0;
  class Counting extends ZooServer {
    readonly ready = true;
    protected override expose(mcp: Registrar): void {
      calls++;
      assert.ok(this.ready);
      super.expose(mcp);
    }
  }
  const server = new Counting(withApi(json({})).options);
  assert.equal(calls, 0);
  for (let i = 0; i < 2; i++) await (await Peer.connect(server, "2025-11-25")).close();
  assert.equal(serviceOf(server), serviceOf(server));
  assert.equal(calls, 1);
});

test("names that are taken or malformed are mistakes of the program", () => {
  const wrong: ((mcp: Registrar) => void)[] = [
    (mcp) => mcp.tool({ name: "getAnimal" }, () => ""),
    (mcp) => mcp.tool({ name: "two words" }, () => ""),
    (mcp) => mcp.tool({ name: "" }, () => ""),
    (mcp) => mcp.tool({ name: "a", input: { type: "string" } }, () => ""),
    (mcp) => mcp.resource({ uri: "zoo://plan", name: "p" }, () => ""),
    (mcp) => mcp.template({ uriTemplate: "zoo://{x", name: "t" }, () => ""),
  ];
  for (const add of wrong) {
    class Wrong extends ZooServer {
      protected override expose(mcp: Registrar): void {
        super.expose(mcp);
        add(mcp);
      }
    }
    assert.throws(() => serviceOf(new Wrong()), TypeError);
  }
});

test("a user's tools answer with text, JSON, media or a whole result", async () => {
  const rows: [value: unknown, content: unknown[]][] = [
    ["hi", [{ type: "text", text: "hi" }]],
    [{ a: 1 }, [{ type: "text", text: '{"a":1}' }]],
    [[1, 2], [{ type: "text", text: "[1,2]" }]],
    [null, [{ type: "text", text: "null" }]],
    [undefined, []],
    [
      { mimeType: "image/gif", data: Uint8Array.of(1) },
      [{ type: "image", data: "AQ==", mimeType: "image/gif" }],
    ],
    [{ content: [{ type: "text", text: "x" }] }, [{ type: "text", text: "x" }]],
    [{ content: "of a book" }, [{ type: "text", text: '{"content":"of a book"}' }]],
  ];
  for (const [value, content] of rows) {
    class One extends ZooServer {
      protected override expose(mcp: Registrar): void {
        mcp.tool({ name: "one" }, () => value);
      }
    }
    const { peer } = await connect(json({}), One);
    assert.deepEqual((await peer.call("one")).content, content);
    await peer.close();
  }
});

test("the reserved names are those of the class, of every object, and of promises and JSON", () => {
  const own = Object.getOwnPropertyNames(OpenApiServer.prototype);
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  // Methods that a subclass may have.
  const hooks = ["beforeRequest", "afterResponse"];
  const all = new Set([...own, ...hooks, ...inherited, "then", "toJSON"]);
  assert.deepEqual(reservedNames, [...all].sort());
});

test("handlers and operations agree on their types", () => {
  const operation: Operation<{ id: number }, Animal> = getAnimal;
  const check = (mcp: Registrar): void => {
    // @ts-expect-error: the handler takes another input
    mcp.add(operation, (input: { id: string }) => Promise.resolve({ id: 1, name: input.id }));
    // @ts-expect-error: the handler resolves to something else
    mcp.add(operation, () => Promise.resolve("no animal"));
  };
  assert.equal(typeof check, "function");
});

test("a first call that is cancelled while its code is loaded is not begun", async () => {
  const begun: unknown[] = [];
  class Listening extends ZooServer {
    override getAnimal(input: { id: number }): Promise<Animal> {
      begun.push(input.id);
      return Promise.resolve({ id: input.id, name: "Mia" });
    }

    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      const input = { type: "object", properties: { id: { type: "integer" } } };
      mcp.tool({ name: "own", input }, ({ id }) => void begun.push(id));
    }
  }
  const { peer } = await connect(json({}), Listening);
  for (const name of ["getAnimal", "own"]) {
    void peer.request("tools/call", { name, arguments: { id: 1 } }, "gone");
    peer.notify("notifications/cancelled", { requestId: "gone" });
    await peer.call(name, { id: 2 });
  }
  assert.deepEqual(begun, [2, 2]);
  await peer.close();
});
