/** What guards, interceptors and exception handlers do to a call. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  McpServer,
  ProtocolError,
  serveTransport,
  ToolError,
  type ExceptionHandler,
  type Guard,
  type Interceptor,
  type Middleware,
} from "../../../runtime/index.js";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { wireMemory } from "../../support/wire/channels.js";

/** Notes what runs, and when. */
function noting(notes: string[], name: string): Middleware {
  return {
    guard(call) {
      notes.push(`${name} guards ${call.kind} ${call.name}`);
      return true;
    },
    async intercept(_call, next) {
      notes.push(`${name} before`);
      const result = await next();
      notes.push(`${name} after`);
      return result;
    },
  };
}

test("guards run first, then interceptors from the outside in, those of the server before those of an entry", async () => {
  const notes: string[] = [];
  const server = new McpServer({ name: "notes", version: "1" }, { use: [noting(notes, "server")] });
  server.tool({ name: "now", use: [noting(notes, "tool")] }, () => "noon");
  await using client = await connectMemory(server);
  const result = await client.callTool("now");
  assert.deepEqual(result.content, [{ type: "text", text: "noon" }]);
  assert.deepEqual(notes, [
    "server guards tool now",
    "tool guards tool now",
    "server before",
    "tool before",
    "tool after",
    "server after",
  ]);
});

test("a guard refuses tools, resources, templates and prompts before they run", async () => {
  const server = new McpServer({ name: "closed", version: "1" }, { use: [{ guard: nobody }] });
  const fail = (): never => assert.fail("The entry must not run.");
  server.tool({ name: "t" }, fail);
  server.resource({ name: "r", uri: "a://r" }, fail);
  server.template({ name: "x", uriTemplate: "b://{id}" }, fail);
  server.prompt({ name: "p" }, fail);
  await using client = await connectMemory(server);
  for (const call of [
    () => client.callTool("t"),
    () => client.readResource("a://r"),
    () => client.readResource("b://1"),
    () => client.getPrompt("p"),
  ]) {
    await assert.rejects(call, {
      code: -32603,
      data: { type: "FORBIDDEN", guard: "nobody" },
    });
  }
});

function nobody(): boolean {
  return false;
}

function promiseOf<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

test("exception handlers turn errors into results, the one nearest to the entry first", async () => {
  class NoStock extends Error {}
  const server = new McpServer(
    { name: "shop", version: "1" },
    { use: [{ handleError: () => "Something went wrong." }] },
  );
  const use: Middleware[] = [
    { handleError: (error) => (error instanceof NoStock ? "Sold out." : undefined) },
  ];
  server.tool({ name: "buy", use }, () => {
    throw new NoStock();
  });
  server.tool({ name: "sell", use }, () => {
    throw new Error("boom");
  });
  await using client = await connectMemory(server);
  const texts: unknown[] = [];
  for (const name of ["buy", "sell"]) {
    const { content, isError } = await client.callTool(name);
    texts.push([content[0]?.type === "text" && content[0].text, isError]);
  }
  assert.deepEqual(texts, [
    ["Sold out.", true],
    ["Something went wrong.", true],
  ]);
});

describe("a guard", () => {
  const answers: [what: string, guard: unknown][] = [
    ["a text", () => "yes"],
    ["1", () => 1],
    ["undefined", () => undefined],
    ["a promise of a text", async () => Promise.resolve("yes")],
  ];
  for (const [what, guard] of answers) {
    test(`that answers ${what} refuses: only true lets a call through`, async () => {
      const server = new McpServer({ name: "s", version: "1" });
      server.tool({ name: "t", use: [{ name: "odd", guard: guard as Guard }] }, () =>
        assert.fail("The tool must not run."),
      );
      await using client = await connectMemory(server);
      await assert.rejects(client.callTool("t"), { data: { type: "FORBIDDEN", guard: "odd" } });
    });
  }

  test("that throws refuses with its own error, and further guards are not asked", async () => {
    const server = new McpServer({ name: "s", version: "1" });
    const further = { guard: () => assert.fail("It must not be asked.") };
    const throwing = (error: Error): Middleware => ({
      guard: () => {
        throw error;
      },
    });
    const fail = (): never => assert.fail("The tool must not run.");
    const late = new ProtocolError(-32050, "Too late", { at: "noon" });
    server.tool({ name: "a", use: [throwing(late), further] }, fail);
    server.tool({ name: "b", use: [throwing(new ToolError("Ask Ann.")), further] }, fail);
    await using client = await connectMemory(server);
    await assert.rejects(client.callTool("a"), { code: -32050, data: { at: "noon" } });
    const { isError, content } = await client.callTool("b");
    assert.deepEqual([isError, content], [true, [{ type: "text", text: "Ask Ann." }]]);
  });

  test("is asked in order, and none after one that refuses", async () => {
    const asked: number[] = [];
    const use = [1, 2, 3].map((n): Middleware => ({
      name: `guard ${n}`,
      guard: async () => {
        asked.push(n);
        return Promise.resolve(n !== 2);
      },
    }));
    const server = new McpServer({ name: "s", version: "1" });
    server.tool({ name: "t", use }, () => "never");
    await using client = await connectMemory(server);
    await assert.rejects(client.callTool("t"), { data: { type: "FORBIDDEN", guard: "guard 2" } });
    assert.deepEqual(asked, [1, 2]);
  });
});

describe("an interceptor", () => {
  const input = {
    type: "object",
    properties: { n: { type: "integer" } },
    required: ["n"],
    additionalProperties: false,
  } as const;

  async function callWith(intercept: Interceptor, given: Record<string, unknown> = { n: 1 }) {
    const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
    const seen: unknown[] = [];
    const inner: Middleware = {
      intercept: (call, next) => {
        seen.push(call.args);
        return next();
      },
    };
    server.tool({ name: "t", input, use: [{ name: "outer", intercept }, inner] }, (args) => {
      seen.push(args);
      return "done";
    });
    await using client = await connectMemory(server);
    const { content, isError } = await client.callTool("t", given);
    const [first] = content;
    return { seen, isError, text: first?.type === "text" ? first.text : undefined };
  }

  test("changes arguments, which the inner ones see and which are checked", async () => {
    const changed = await callWith((call, next) => next({ ...call.args, n: 2 }));
    assert.deepEqual(changed, { seen: [{ n: 2 }, { n: 2 }], isError: undefined, text: "done" });
    const wrong = await callWith((_call, next) => next({ n: "two" }));
    assert.deepEqual(wrong.seen, [{ n: "two" }]);
    assert.equal(wrong.isError, true);
    assert.match(wrong.text ?? "", /`?n`? must be/);
  });

  test("completes arguments that the client left out", async () => {
    const { text } = await callWith((_call, next) => next({ n: 3 }), {});
    assert.equal(text, "done");
  });

  test("answers without the tool, and calls it again", async () => {
    const answered = await callWith(() => ({ content: [{ type: "text", text: "cached" }] }));
    assert.deepEqual([answered.text, answered.seen], ["cached", []]);
    const twice = await callWith(async (_call, next) => {
      await next();
      return next();
    });
    assert.equal(twice.seen.length, 4);
  });

  for (const wrong of [undefined, "text", 1, [], {}, { contents: [] }]) {
    test(`that returns ${JSON.stringify(wrong)} fails the call, and the log names it`, async () => {
      const entries: string[] = [];
      const server = new McpServer(
        { name: "s", version: "1" },
        { logger: (entry) => void entries.push(JSON.stringify([entry, String(entry.error)])) },
      );
      const use: Middleware[] = [{ name: "audit", intercept: () => wrong as never }];
      server.tool({ name: "t", use }, () => "done");
      await using client = await connectMemory(server);
      assert.equal((await client.callTool("t")).isError, true);
      assert.match(entries.join("\n"), /interceptor audit returned no result of a tool/);
    });
  }

  test("of a prompt or a template passes on texts only", async () => {
    const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
    const pass = (value: unknown): Middleware[] => [
      { intercept: (_call, next) => next({ id: value }) },
    ];
    const args = [{ name: "id", required: true }];
    server.prompt({ name: "n", use: pass(7), arguments: args }, ({ id }) => typeof id);
    server.prompt({ name: "o", use: pass({}), arguments: args }, () => "never");
    server.prompt({ name: "u", use: pass(undefined), arguments: args }, () => "never");
    server.template({ name: "x", use: pass(["a", "b"]), uriTemplate: "x://{+id}" }, ({ id }) =>
      JSON.stringify(id),
    );
    server.template({ name: "y", use: pass({}), uriTemplate: "y://{id}" }, () => "never");
    await using client = await connectMemory(server);
    const { messages } = await client.getPrompt("n", { id: "1" });
    assert.deepEqual(messages[0]?.content, { type: "text", text: "string" });
    await assert.rejects(client.getPrompt("o", { id: "1" }));
    await assert.rejects(client.getPrompt("u", { id: "1" }), { code: -32602 });
    await client.readResource("x://1");
    await assert.rejects(client.readResource("y://1"));
  });

  test("does not run the tool when the call was cancelled meanwhile", async () => {
    const cancelled = new AbortController();
    const ended = promiseOf<unknown>();
    const server = new McpServer({ name: "s", version: "1" });
    const use: Middleware[] = [
      {
        intercept: async (call, next) => {
          const aborted = new Promise((resolve) => call.signal.addEventListener("abort", resolve));
          cancelled.abort();
          await aborted;
          try {
            return await next();
          } catch (error) {
            ended.resolve(error);
            throw error;
          }
        },
      },
      { handleError: () => assert.fail("Nobody waits for the answer.") },
    ];
    server.tool({ name: "t", use }, () => assert.fail("The tool must not run."));
    await using client = await connectMemory(server);
    await assert.rejects(client.callTool("t", {}, { signal: cancelled.signal }));
    assert.ok((await ended.promise) instanceof Error);
  });

  test("is within the time limit of its tool", async () => {
    const server = new McpServer({ name: "s", version: "1" });
    const use: Middleware[] = [
      {
        intercept: async (call, next) => {
          await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
          return next();
        },
      },
    ];
    server.tool({ name: "t", use, timeoutMs: 20 }, () => assert.fail("The tool must not run."));
    await using client = await connectMemory(server);
    const { isError, content } = await client.callTool("t");
    assert.equal(isError, true);
    assert.match(JSON.stringify(content), /longer than 20 ms/);
  });
});

describe("an exception handler", () => {
  async function handled(throwing: () => unknown, handleError: ExceptionHandler) {
    const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
    const input = { type: "object", properties: { n: { type: "integer" } } } as const;
    server.tool({ name: "t", input, use: [{ name: "handler", handleError }] }, throwing);
    server.prompt({ name: "p", use: [{ name: "handler", handleError }] }, throwing as () => string);
    return connectMemory(server);
  }

  const raise = (error: unknown) => (): never => {
    throw error;
  };

  test("sees tool errors, protocol errors, refusals of guards and wrong arguments", async () => {
    const seen: string[] = [];
    const note: ExceptionHandler = (error) => {
      seen.push((error as Error).constructor.name);
      return "handled";
    };
    for (const error of [new ToolError("no"), new ProtocolError(-32000, "no"), new RangeError()]) {
      await using client = await handled(raise(error), note);
      assert.equal((await client.callTool("t")).isError, true);
    }
    await using client = await handled(() => "done", note);
    assert.equal((await client.callTool("t", { n: "x" })).isError, true);
    const server = new McpServer({ name: "s", version: "1" });
    server.tool({ name: "t", use: [{ handleError: note }, { guard: nobody }] }, () => "done");
    await using guarded = await connectMemory(server);
    assert.equal((await guarded.callTool("t")).isError, true);
    assert.deepEqual(seen, [
      "ToolError",
      "ProtocolError",
      "RangeError",
      "ToolError",
      "ForbiddenError",
    ]);
  });

  test("leaves an error to others by undefined, and passes on another error by throwing it", async () => {
    const error = new ProtocolError(-32040, "mine");
    await using left = await handled(raise(error), () => undefined);
    await assert.rejects(left.callTool("t"), { code: -32040 });
    await using thrown = await handled(raise(new Error("inner")), raise(error));
    await assert.rejects(thrown.callTool("t"), { code: -32040 });
  });

  test("gives a prompt the message of its error, which further handlers do not replace", async () => {
    const server = new McpServer(
      { name: "s", version: "1" },
      { use: [{ handleError: () => "outer" }] },
    );
    const use: Middleware[] = [{ handleError: () => "Ask later." }];
    server.prompt({ name: "p", use }, () => {
      throw new Error("secret");
    });
    await using client = await connectMemory(server);
    await assert.rejects(client.getPrompt("p"), { code: -32603, message: /Ask later\./ });
  });

  test("that returns something else than a text or a result fails the call", async () => {
    await using client = await handled(raise(new Error("inner")), () => 404 as never);
    assert.equal((await client.callTool("t")).isError, true);
    await assert.rejects(client.getPrompt("p"));
  });
});

test("guards, interceptors and handlers share the call's state and what was noted", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const use: Middleware[] = [
    {
      guard: (call) => {
        call.state.set("user", "Ann");
        return call.metadata("open") === true;
      },
    },
  ];
  server.tool({ name: "t", use, metadata: { open: true } }, (_input, ctx) =>
    [ctx.state.get("user"), ctx.metadata("open"), ctx.toolName].join(" "),
  );
  await using client = await connectMemory(server);
  assert.deepEqual((await client.callTool("t")).content, [{ type: "text", text: "Ann true t" }]);
});

test("2026-07-28: guards and interceptors run once a round, and work in `once` only once", async () => {
  const counts = { guards: 0, before: 0, audits: 0 };
  const server = new McpServer({ name: "s", version: "1" });
  const use: Middleware[] = [
    {
      guard: () => ++counts.guards > 0,
      intercept: async (call, next) => {
        counts.before++;
        await call.once("audit", () => ++counts.audits);
        return next();
      },
    },
  ];
  const message = "Your name?";
  const requestedSchema = { type: "object", properties: { name: { type: "string" } } } as const;
  server.tool({ name: "greet", use }, async (_input, ctx) => {
    const { content } = await ctx.elicit({ message, requestedSchema });
    return `Hello, ${String(content?.["name"])}!`;
  });
  const client = await wireMemory((transport) => serveTransport(server, transport), {
    revision: "2026-07-28",
    capabilities: { elicitation: {} },
    answers: {},
  });
  const first = (await client.request("tools/call", { name: "greet" })).result;
  const [key = ""] = Object.keys(first?.["inputRequests"] as object);
  const second = await client.request("tools/call", {
    name: "greet",
    requestState: first?.["requestState"],
    inputResponses: { [key]: { action: "accept", content: { name: "Ann" } } },
  } as JsonObject);
  assert.deepEqual(second.result?.["content"], [{ type: "text", text: "Hello, Ann!" }]);
  assert.deepEqual(counts, { guards: 2, before: 2, audits: 1 });
});

test("what a tool requires of its client is checked, too", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.tool(
    { name: "t", requires: { sampling: {} }, use: [{ guard: () => true }] },
    () => "never",
  );
  await using client = await connectMemory(server);
  await assert.rejects(client.callTool("t"));
});
