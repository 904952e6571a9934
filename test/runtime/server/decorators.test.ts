import assert from "node:assert/strict";
import { test } from "node:test";
import { runInThisContext } from "node:vm";
import { ts } from "ts-morph";
import { z } from "zod";
import {
  type CallContext,
  mcpServer,
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpResource,
  mcpTemplate,
  mcpTool,
  type CompletionHandler,
  type Registrar,
} from "../../../runtime/index.js";
import {
  exposeDecorated,
  lifespanOf,
} from "../../../runtime/server/decorators/expose-decorated.js";
import { serverFacts, servingOf } from "../../../runtime/server/decorators/decorated-class.js";
import { Lifespan } from "../../../runtime/server/lifespan.js";

const ctx = {} as CallContext;

type Handler = (...args: unknown[]) => unknown;

interface Exposed {
  readonly kind: string;
  readonly definition: Record<string, unknown>;
  readonly handler: Handler;
}

/** Returns the registrations of an instance, in order. */
function exposedBy(instance: object): Exposed[] {
  const exposed: Exposed[] = [];
  const record =
    (kind: string) =>
    (definition: object, handler: unknown): { remove(): void } => {
      exposed.push({ kind, definition: { ...definition }, handler: handler as Handler });
      return { remove() {} };
    };
  exposeDecorated(instance, {
    tool: record("tool"),
    resource: record("resource"),
    template: record("template"),
    prompt: record("prompt"),
    completion: (handler: CompletionHandler) => record("completion")({}, handler),
  } as unknown as Registrar);
  return exposed;
}

function namesOf(instance: object): unknown[] {
  return exposedBy(instance).map(({ definition }) => definition["name"]);
}

@mcpServer({ name: "shop", version: "1.2.3", title: "Shop", instructions: "Search first." })
class Shop {
  readonly #stock = ["apple", "pear"];

  @mcpTool({ description: "Finds items.", input: z.object({ query: z.string() }) })
  async search({ query }: { query: string }, _ctx: CallContext): Promise<string[]> {
    return Promise.resolve(this.#stock.filter((each) => each.includes(query)));
  }

  @mcpTool()
  count(): number {
    return this.#stock.length;
  }

  @mcpResource({ uri: "shop://stock", mimeType: "application/json" })
  stock(uri: string): unknown {
    return { uri, stock: this.#stock };
  }

  @mcpTemplate({ uriTemplate: "shop://items/{id}", name: "item" })
  readItem({ id }: { id: string }, _ctx: CallContext, uri: string): string {
    return `${id} at ${uri}`;
  }

  @mcpPrompt({ arguments: [{ name: "topic", required: true }] })
  summarise({ topic }: { topic: string }): string {
    return `Summarise ${topic}.`;
  }

  @mcpCompletion("summarise", "topic")
  @mcpCompletion({ type: "ref/resource", uri: "shop://items/{id}" }, "id")
  complete(value: string): string[] {
    return this.#stock.filter((each) => each.startsWith(value));
  }
}

test("each decorated method is registered, under its own name unless it says another", () => {
  const exposed = exposedBy(new Shop());
  assert.deepEqual(
    exposed.map(({ kind, definition }) => [kind, definition["name"]]),
    [
      ["tool", "search"],
      ["tool", "count"],
      ["resource", "stock"],
      ["template", "item"],
      ["prompt", "summarise"],
      ["completion", undefined],
      ["completion", undefined],
    ],
  );
  assert.equal(exposed[0]?.definition["description"], "Finds items.");
});

test("handlers run on the instance, private members and all", async () => {
  const [search, count, stock, item, summarise] = exposedBy(new Shop());
  assert.deepEqual(await search?.handler({ query: "pp" }, ctx), ["apple"]);
  assert.equal(count?.handler({}, ctx), 2);
  assert.deepEqual(stock?.handler("shop://stock", ctx), {
    uri: "shop://stock",
    stock: ["apple", "pear"],
  });
  assert.equal(item?.handler({ id: "7" }, ctx, "shop://items/7"), "7 at shop://items/7");
  assert.equal(summarise?.handler({ topic: "pears" }, ctx), "Summarise pears.");
});

test("a completer answers for its own argument and leaves others alone", async () => {
  const completers = exposedBy(new Shop())
    .filter(({ kind }) => kind === "completion")
    .map(({ handler }) => handler as unknown as CompletionHandler);
  const ask = async (ref: Parameters<CompletionHandler>[0]["ref"], name: string) => {
    const request = { ref, argument: { name, value: "p" }, others: {} };
    const answers = await Promise.all(completers.map(async (each) => each(request, ctx)));
    return answers.filter((each) => each !== undefined);
  };
  assert.deepEqual(await ask({ type: "ref/prompt", name: "summarise" }, "topic"), [["pear"]]);
  assert.deepEqual(await ask({ type: "ref/resource", uri: "shop://items/{id}" }, "id"), [["pear"]]);
  assert.deepEqual(await ask({ type: "ref/prompt", name: "summarise" }, "id"), []);
  assert.deepEqual(await ask({ type: "ref/prompt", name: "other" }, "topic"), []);
});

test("instances share nothing but the class", () => {
  const one = new Shop();
  assert.equal(namesOf(one).length, namesOf(new Shop()).length);
  assert.equal(namesOf(one).length, namesOf(one).length);
});

test("a subclass's method is called, decorated again or not", () => {
  class Silent extends Shop {
    override count(): number {
      return 100;
    }
  }
  class Loud extends Shop {
    @mcpTool({ name: "how_many", description: "Counts." })
    override count(): number {
      return 200;
    }
  }
  const handlerOf = (instance: object, name: string) =>
    exposedBy(instance).find(({ definition }) => definition["name"] === name)?.handler;
  assert.equal(handlerOf(new Silent(), "count")?.({}, ctx), 100);
  assert.equal(handlerOf(new Loud(), "how_many")?.({}, ctx), 200);
  assert.equal(handlerOf(new Loud(), "count"), undefined);
});

test("a subclass adds its own after those of its base", () => {
  class Bigger extends Shop {
    @mcpTool()
    order(): void {}
  }
  assert.deepEqual(namesOf(new Bigger()).at(-1), "order");
  assert.equal(namesOf(new Bigger()).length, namesOf(new Shop()).length + 1);
});

test("two decorators of one kind before one method are two tools", () => {
  class Twice {
    @mcpTool({ name: "b" })
    @mcpTool({ name: "a" })
    run(): void {}
  }
  assert.deepEqual(namesOf(new Twice()), ["a", "b"]);
});

test("private and static methods are refused when the class is made", () => {
  assert.throws(() => {
    class Hidden {
      // @ts-expect-error: types say so, too
      @mcpTool()
      #secret(): void {}
      use(): void {
        this.#secret();
      }
    }
    return Hidden;
  }, TypeError);
  assert.throws(() => {
    class Static {
      // @ts-expect-error: types say so, too
      @mcpTool()
      static run(): void {}
    }
    return Static;
  }, TypeError);
});

test("a method named by a symbol needs a name", () => {
  class Symbolic {
    @mcpTool()
    [Symbol.iterator](): void {}
  }
  assert.throws(
    () => namesOf(new Symbolic()),
    /Symbol\(Symbol\.iterator\) is a symbol and needs a `name`/,
  );
});

test("a server's facts are those of its decorator; subclasses inherit or replace them", () => {
  class Heir extends Shop {}
  @mcpServer({ name: "other", version: "2.0.0" })
  class Other extends Shop {}
  const facts = { name: "shop", version: "1.2.3", title: "Shop", instructions: "Search first." };
  assert.deepEqual(serverFacts(new Shop()), facts);
  assert.deepEqual(serverFacts(new Heir()), facts);
  assert.deepEqual(serverFacts(new Other()), { name: "other", version: "2.0.0" });
});

test("a path is a sufficient server option", () => {
  @mcpServer("/tools")
  class Plain {}
  assert.deepEqual(serverFacts(new Plain()), { name: "Plain", version: "0.0.0" });
  assert.deepEqual(servingOf(new Plain()), { path: "/tools", transports: undefined });
  assert.equal(servingOf(new Shop()).path, undefined);
});

test("an object of an undecorated class is no server", () => {
  class Nothing {}
  assert.throws(() => serverFacts(new Nothing()), /has no @mcpServer/);
  assert.throws(() => serverFacts(Object.create(null) as object), /has no @mcpServer/);
});

class Held {
  readonly log: string[] = [];

  @mcpLifespan
  async *hold(): AsyncGenerator<{ db: string }, void> {
    this.log.push("open");
    await Promise.resolve();
    yield { db: "ready" };
    this.log.push("close");
  }
}

function spanOf(instance: object): Lifespan {
  const open = lifespanOf(instance);
  assert.ok(open);
  return new Lifespan(open);
}

test("a lifespan opens once, and closes once", async () => {
  const held = new Held();
  const lifespan = spanOf(held);
  const values = await Promise.all([lifespan.start(), lifespan.start()]);
  assert.deepEqual(values, [{ db: "ready" }, { db: "ready" }]);
  assert.deepEqual(held.log, ["open"]);
  await Promise.all([lifespan.stop(), lifespan.stop()]);
  assert.deepEqual(held.log, ["open", "close"]);
});

test("a lifespan that is stopped while it opens closes after that", async () => {
  const held = new Held();
  const lifespan = spanOf(held);
  const started = lifespan.start();
  await lifespan.stop();
  assert.deepEqual(await started, { db: "ready" });
  assert.deepEqual(held.log, ["open", "close"]);
});

test("a lifespan that was stopped before it began never begins", async () => {
  const held = new Held();
  const lifespan = spanOf(held);
  await lifespan.stop();
  await assert.rejects(async () => lifespan.start(), /closed/);
  assert.deepEqual(held.log, []);
});

test("a failure while a lifespan opens reaches the caller, and nothing is closed", async () => {
  class Broken {
    @mcpLifespan
    // oxlint-disable-next-line require-yield
    async *hold(): AsyncGenerator<undefined, void> {
      await Promise.reject(new Error("no database"));
    }
  }
  const lifespan = spanOf(new Broken());
  await assert.rejects(async () => lifespan.start(), /no database/);
  await lifespan.stop();
});

test("a class has one lifespan, which a subclass may override", async () => {
  class Overridden extends Held {
    @mcpLifespan
    override async *hold(): AsyncGenerator<{ db: string }, void> {
      await Promise.resolve();
      yield { db: "other" };
    }
  }
  assert.deepEqual(await spanOf(new Overridden()).start(), { db: "other" });
  class Second extends Held {
    @mcpLifespan
    async *more(): AsyncGenerator<number, void> {
      await Promise.resolve();
      yield 1;
    }
  }
  assert.throws(() => lifespanOf(new Second()), /not several: hold, more/);
  assert.equal(lifespanOf(new Shop()), undefined);
});

const source = `class Compiled { @mcpTool() run() { return 1; } }; return Compiled;`;

function compile(options: ts.CompilerOptions): new () => object {
  const text = ts.transpile(source, { target: ts.ScriptTarget.ES2022, ...options });
  const define = runInThisContext(`(function (mcpTool) { ${text} })`) as (
    decorator: unknown,
  ) => new () => object;
  return define(mcpTool);
}

test("classes compiled by tsc work where Symbol.metadata is missing", () => {
  const Compiled = compile({});
  assert.deepEqual(namesOf(new Compiled()), ["run"]);
});

test("TypeScript's older decorators are refused with a hint", () => {
  assert.throws(() => compile({ experimentalDecorators: true }), /experimentalDecorators/);
});
