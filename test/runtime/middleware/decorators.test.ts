import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInThisContext } from "node:vm";
import { ts } from "ts-morph";
import {
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpResource,
  mcpServer,
  mcpServerOf,
  McpServer,
  mcpTemplate,
  mcpTool,
  metadataKey,
  setMetadata,
  useExceptionHandlers,
  useGuards,
  useInterceptors,
  type CallContext,
  type EntryCall,
  type Guard,
  type Interceptor,
  type Servable,
} from "../../../runtime/index.js";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import { serviceOf } from "../../../runtime/server/serve/servable.js";

let notes: string[] = [];

/** Makes a guard that notes its call. */
function guard(name: string): Guard {
  return () => {
    notes.push(name);
    return true;
  };
}

/** Makes an interceptor that notes its call. */
function around(name: string): Interceptor {
  return async (_call, next) => {
    notes.push(`${name} before`);
    const result = await next();
    notes.push(`${name} after`);
    return result;
  };
}

/** Calls a tool and returns what was noted meanwhile. */
async function notesOf(server: Servable, tool: string): Promise<string[]> {
  await using client = await connectMemory(server);
  notes = [];
  await client.callTool(tool);
  return notes;
}

const refused = (name: string) => ({ code: -32603, data: { type: "FORBIDDEN", guard: name } });

function nobody(): boolean {
  return false;
}

describe("the order of decorators", () => {
  test("the top one comes first, those of the class before those of the method", async () => {
    @useGuards(guard("class 1"), guard("class 2"))
    @useInterceptors(around("class"))
    @mcpServer()
    @useGuards(guard("class 3"))
    class Clock {
      @useGuards(guard("method 1"))
      @useInterceptors(around("outer"), around("middle"))
      @mcpTool()
      @useGuards(guard("method 2"))
      @useInterceptors(around("inner"))
      now(): string {
        return "noon";
      }
    }
    assert.deepEqual(await notesOf(mcpServerOf(new Clock()), "now"), [
      "class 1",
      "class 2",
      "class 3",
      "method 1",
      "method 2",
      "class before",
      "outer before",
      "middle before",
      "inner before",
      "inner after",
      "middle after",
      "outer after",
      "class after",
    ]);
  });

  test("those of the server come first, those of the definition last", async () => {
    @mcpServer()
    @useGuards(guard("class"))
    class Clock {
      @useGuards(guard("method"))
      @mcpTool({ use: [{ guard: guard("definition") }] })
      now(): string {
        return "noon";
      }
    }
    const server = mcpServerOf(new Clock(), { use: [{ guard: guard("server") }] });
    assert.deepEqual(await notesOf(server, "now"), ["server", "class", "method", "definition"]);
  });

  test("exception handlers of a method get an error before those of its class", async () => {
    @useExceptionHandlers(() => "The class says so.")
    @mcpServer()
    class Shop {
      @mcpTool()
      sell(): never {
        throw new Error("Nothing to sell");
      }

      @useExceptionHandlers(() => "Never called.")
      @useExceptionHandlers({ handleError: () => "Sold out." })
      @mcpTool()
      buy(): never {
        throw new Error("Nothing left");
      }
    }
    await using client = await connectMemory(mcpServerOf(new Shop()));
    const texts = [];
    for (const name of ["sell", "buy"]) texts.push((await client.callTool(name)).content[0]);
    assert.deepEqual(texts, [
      { type: "text", text: "The class says so." },
      { type: "text", text: "Sold out." },
    ]);
  });
});

describe("guards of a base class", () => {
  @mcpServer()
  @useGuards(guard("base class"))
  class Base {
    @useGuards(guard("base"))
    @mcpTool()
    now(): string {
      return "noon";
    }
  }

  test("hold where a subclass overrides the method without a decorator", async () => {
    class Undecorated extends Base {
      override now(): string {
        return "midnight";
      }
    }
    assert.deepEqual(await notesOf(mcpServerOf(new Undecorated()), "now"), ["base class", "base"]);
  });

  test("come before those of the subclass, whether it exposes the method again or not", async () => {
    @useGuards(guard("subclass"))
    class Guarded extends Base {
      @useGuards(guard("override 1"))
      @useGuards(guard("override 2"))
      override now(): string {
        return "midnight";
      }
    }
    class Exposed extends Base {
      @useGuards(guard("override"))
      @mcpTool({ title: "Time" })
      override now(): string {
        return "midnight";
      }
    }
    assert.deepEqual(await notesOf(mcpServerOf(new Guarded()), "now"), [
      "base class",
      "subclass",
      "base",
      "override 1",
      "override 2",
    ]);
    assert.deepEqual(await notesOf(mcpServerOf(new Exposed()), "now"), [
      "base class",
      "base",
      "override",
    ]);
  });

  test("do not reach other subclasses", async () => {
    @useGuards(nobody)
    class Closed extends Base {}
    class Open extends Base {}
    await using closed = await connectMemory(mcpServerOf(new Closed()));
    await assert.rejects(closed.callTool("now"), refused("nobody"));
    await using open = await connectMemory(mcpServerOf(new Open()));
    assert.equal((await open.callTool("now")).isError, undefined);
  });
});

test("decorators hold on tools, resources, templates and prompts", async () => {
  class Nobody {
    guard(): boolean {
      return false;
    }
  }
  const use = useGuards(new Nobody());
  const fail = (): never => assert.fail("The method must not run.");
  @mcpServer()
  class All {
    @use
    @mcpTool()
    tool(): string {
      return fail();
    }

    @mcpResource({ uri: "a://r" })
    @use
    resource(): string {
      return fail();
    }

    @use
    @mcpTemplate({ uriTemplate: "b://{id}" })
    template(): string {
      return fail();
    }

    @use
    @mcpPrompt()
    prompt(): string {
      return fail();
    }
  }
  await using client = await connectMemory(mcpServerOf(new All()));
  await assert.rejects(client.callTool("tool"), refused("Nobody"));
  await assert.rejects(client.readResource("a://r"), refused("Nobody"));
  await assert.rejects(client.readResource("b://1"), refused("Nobody"));
  await assert.rejects(client.getPrompt("prompt"), refused("Nobody"));
});

test("a subclass of McpServer exposes its decorated methods, with what its class and they have around them", async () => {
  @useGuards(guard("class"))
  class Clock extends McpServer {
    @useGuards(guard("method"))
    @mcpTool()
    now(): string {
      return "noon";
    }
  }
  const clock = new Clock({ name: "clock", version: "1" });
  clock.tool({ name: "later" }, () => "midnight");
  assert.deepEqual(await notesOf(clock, "now"), ["class", "method"]);
  assert.deepEqual(await notesOf(clock, "later"), ["class"]);
});

test("setMetadata notes values that guards and handlers read; those of a method replace those of its class", async () => {
  const role = metadataKey<string>("role");
  const read: unknown[] = [];
  @setMetadata(role, "user")
  @setMetadata("area", "time")
  @mcpServer()
  class Clock {
    @useGuards((call: EntryCall) => {
      read.push(call.metadata(role), call.metadata("area"), call.metadata("toString"));
      return true;
    })
    @setMetadata(role, "admin")
    @mcpTool()
    set(): string {
      return "set";
    }

    @mcpTool()
    now(_input: object, ctx: CallContext): string {
      read.push(ctx.metadata(role));
      return "noon";
    }
  }
  await using client = await connectMemory(mcpServerOf(new Clock()));
  await client.callTool("set");
  await client.callTool("now");
  assert.deepEqual(read, ["admin", "time", undefined, "user"]);
});

test("one object around a class and a method runs once", async () => {
  const both = { guard: guard("guard"), intercept: around("interceptor") };
  @useGuards(both)
  @mcpServer()
  class Clock {
    @useInterceptors(both)
    @useGuards(both)
    @mcpTool()
    now(): string {
      return "noon";
    }
  }
  assert.deepEqual(await notesOf(mcpServerOf(new Clock()), "now"), [
    "guard",
    "interceptor before",
    "interceptor after",
  ]);
});

test("decorators of a class hold when another decorator replaces the class", async () => {
  const replaced = <C extends new () => object>(Class: C): C => {
    const Other = class extends (Class as new () => object) {};
    return Other as C;
  };
  @mcpServer()
  @replaced
  @useGuards(nobody)
  class Clock {
    @mcpTool()
    now(): string {
      return "noon";
    }
  }
  await using client = await connectMemory(mcpServerOf(new Clock()));
  await assert.rejects(client.callTool("now"), refused("nobody"));
});

describe("a guard that would have no effect is a TypeError", () => {
  test("on a method that exposes nothing", () => {
    @mcpServer()
    class Helper {
      @useGuards(nobody)
      help(): void {}
    }
    assert.throws(() => mcpServerOf(new Helper()), /TypeError: .* help would have no effect/s);
    class Own extends McpServer {
      @setMetadata("a", 1)
      help(): void {}
    }
    const own = new Own({ name: "own", version: "1" });
    assert.throws(() => serviceOf(own), TypeError);
  });

  test("on a method that only completes or opens", () => {
    @mcpServer()
    class Completes {
      @useGuards(nobody)
      @mcpCompletion("greet", "name")
      complete(): string[] {
        return [];
      }
    }
    assert.throws(() => mcpServerOf(new Completes()), TypeError);
    @mcpServer()
    class Opens {
      @useGuards(nobody)
      @mcpLifespan
      async *open(): AsyncGenerator<unknown, void> {
        yield await Promise.resolve(1);
      }
    }
    assert.throws(() => mcpServerOf(new Opens()), TypeError);
  });

  test("on a private or static method, a field or an accessor", () => {
    const on = (kind: string, more: object = {}) => {
      const context = { kind, name: "m", static: false, private: false, addInitializer() {} };
      const decorate = useGuards(nobody) as (value: unknown, context: object) => void;
      assert.throws(() => decorate(() => {}, { ...context, ...more }), TypeError);
    };
    on("method", { private: true });
    on("method", { static: true });
    for (const kind of ["field", "getter", "setter", "accessor"]) on(kind);
  });

  test("without guards, with something else, and with a class in place of its instance", () => {
    class Closed {
      guard(): boolean {
        return false;
      }
    }
    const wrong = [
      undefined,
      null,
      "guard",
      {},
      { guard: 1 },
      { intercept: nobody },
      Closed,
      { guard: Closed },
    ];
    for (const each of wrong) assert.throws(() => useGuards(each as never), TypeError);
    assert.throws(() => useGuards(), TypeError);
    assert.throws(() => useInterceptors({ guard: nobody } as never), TypeError);
    assert.throws(() => useExceptionHandlers({ guard: nobody } as never), TypeError);
  });

  test("with legacy decorators", () => {
    const { outputText } = ts.transpileModule(
      "(function (dec) { class A { @dec m() {} } return A; })",
      { compilerOptions: { experimentalDecorators: true, target: ts.ScriptTarget.ES2022 } },
    );
    const define = runInThisContext(outputText) as (decorator: unknown) => unknown;
    assert.throws(() => define(useGuards(nobody)), /experimentalDecorators/);
    assert.throws(() => define(setMetadata("a", 1)), /experimentalDecorators/);
  });
});
