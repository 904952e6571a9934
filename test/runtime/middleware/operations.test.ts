/** Guards on methods of classes that extend a generated one. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  mcpLifespan,
  mcpResource,
  mcpTool,
  serviceOf,
  useGuards,
  useInterceptors,
  type CallContext,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";
import {
  freeAnimal,
  getAnimal,
  withApi,
  ZooServer,
  type Animal,
} from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";

function nobody(): boolean {
  return false;
}

const refused = { code: -32603, data: { type: "FORBIDDEN", guard: "nobody" } };

function zoo<S extends ZooServer>(
  Class: new (options: object) => S,
): {
  server: S;
  asked: readonly unknown[];
} {
  const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  return { server: new Class(options), asked };
}

describe("decorators of an operation's method", () => {
  test("hold on an override, and the API is not called", async () => {
    class Closed extends ZooServer {
      @useGuards(nobody)
      override freeAnimal(input: { id: number }, ctx: CallContext): Promise<void> {
        return super.freeAnimal(input, ctx);
      }
    }
    const { server, asked } = zoo(Closed);
    await using client = await connectMemory(server);
    await assert.rejects(client.callTool("freeAnimal", { id: 1 }), refused);
    assert.equal(asked.length, 0);
    assert.equal((await client.callTool("getAnimal", { id: 1 })).isError, undefined);
  });

  test("hold on resources and templates", async () => {
    class Closed extends ZooServer {
      @useGuards(nobody)
      override readPlan(input: Record<string, never>, ctx: CallContext): Promise<string> {
        return super.readPlan(input, ctx);
      }

      @useGuards(nobody)
      override readHome(input: { kind: string }, ctx: CallContext): Promise<unknown> {
        return super.readHome(input, ctx);
      }
    }
    await using client = await connectMemory(zoo(Closed).server);
    await assert.rejects(client.readResource("zoo://plan"), refused);
    await assert.rejects(client.readResource("zoo://homes/cave"), refused);
  });

  test("stay where a further class overrides the method again", async () => {
    class Closed extends ZooServer {
      @useGuards(nobody)
      override getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
        return super.getAnimal(input, ctx);
      }
    }
    class Further extends Closed {
      override getAnimal(): Promise<Animal> {
        return Promise.resolve({ id: 2, name: "Leo" });
      }
    }
    await using client = await connectMemory(zoo(Further).server);
    await assert.rejects(client.callTool("getAnimal", { id: 1 }), refused);
  });

  test("come before what `add` gets, and after those of the class", async () => {
    const order: string[] = [];
    const note = (name: string) => () => order.push(name) > 0;
    @useGuards(note("class"))
    class Noting extends ZooServer {
      @useGuards(note("method"))
      override getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
        return super.getAnimal(input, ctx);
      }

      protected override expose(mcp: Registrar): void {
        mcp.add(getAnimal, (input, ctx) => this.getAnimal(input, ctx), {
          use: [{ guard: note("add") }],
        });
      }
    }
    await using client = await connectMemory(zoo(Noting).server);
    await client.callTool("getAnimal", { id: 1 });
    assert.deepEqual(order, ["class", "method", "add"]);
  });

  test("find the operation by the name that its facts state, where the id gives another", async () => {
    const clashing: Operation<{ id: number }, Animal> = { ...getAnimal, method: "getAnimal_1a2b" };
    const spelt: Operation<{ id: number }, void> = {
      ...freeAnimal,
      id: "animals/free-animal",
      method: "animalsFreeAnimal",
    };
    class Closed extends ZooServer {
      @useGuards(nobody)
      getAnimal_1a2b(input: { id: number }, ctx: CallContext): Promise<Animal> {
        return this.call(clashing, input, ctx);
      }

      @useGuards(nobody)
      animalsFreeAnimal(input: { id: number }, ctx: CallContext): Promise<void> {
        return this.call(spelt, input, ctx);
      }

      protected override expose(mcp: Registrar): void {
        mcp.add(clashing, (input, ctx) => this.getAnimal_1a2b(input, ctx));
        mcp.add(spelt, (input, ctx) => this.animalsFreeAnimal(input, ctx));
      }
    }
    await using client = await connectMemory(zoo(Closed).server);
    await assert.rejects(client.callTool("getAnimal", { id: 1 }), refused);
    await assert.rejects(client.callTool("freeAnimal", { id: 1 }), refused);
  });

  test("are a TypeError at start where no operation has the method", () => {
    class Renamed extends ZooServer {
      @useGuards(nobody)
      releaseAnimal(input: { id: number }, ctx: CallContext): Promise<void> {
        return this.freeAnimal(input, ctx);
      }
    }
    assert.throws(
      () => serviceOf(zoo(Renamed).server),
      /releaseAnimal would have no effect.*`mcp\.add`/s,
    );
    class LeftOut extends ZooServer {
      @useGuards(nobody)
      override freeAnimal(input: { id: number }, ctx: CallContext): Promise<void> {
        return super.freeAnimal(input, ctx);
      }

      protected override expose(mcp: Registrar): void {
        mcp.add(getAnimal, (input, ctx) => this.getAnimal(input, ctx));
      }
    }
    assert.throws(() => serviceOf(zoo(LeftOut).server), TypeError);
  });
});

test("decorators of a class that extends a generated one hold on all that it offers", async () => {
  @useGuards(nobody)
  class Closed extends ZooServer {
    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      mcp.tool({ name: "own" }, () => "own");
      mcp.prompt({ name: "prompt" }, () => "prompt");
    }
  }
  const { server, asked } = zoo(Closed);
  await using client = await connectMemory(server);
  for (const call of [
    () => client.callTool("getAnimal", { id: 1 }),
    () => client.callTool("own"),
    () => client.getPrompt("prompt"),
    () => client.readResource("zoo://plan"),
    () => client.readResource("zoo://homes/cave"),
  ]) {
    await assert.rejects(call, refused);
  }
  assert.equal(asked.length, 0);
});

test("a class that extends a generated one exposes its decorated methods and runs its lifespan", async () => {
  let ended = false;
  @useInterceptors(async (_call, next) => next())
  class Larger extends ZooServer {
    @mcpTool({ description: "Counts." })
    async count(_input: object, ctx: CallContext): Promise<string> {
      const { name } = await this.getAnimal({ id: 1 }, ctx);
      return `${name} ${String(ctx.lifespan)}`;
    }

    @useGuards(nobody)
    @mcpResource({ uri: "zoo://secret" })
    secret(): string {
      return "secret";
    }

    @mcpLifespan
    async *open(): AsyncGenerator<unknown, void> {
      try {
        yield await Promise.resolve("open");
      } finally {
        ended = true;
      }
    }
  }
  const { server } = zoo(Larger);
  {
    await using client = await connectMemory(server);
    assert.equal(textOf(await client.callTool("count")), "Mia open");
    await assert.rejects(client.readResource("zoo://secret"), refused);
    assert.deepEqual(
      (await client.listTools()).map(({ name }) => name),
      ["getAnimal", "listNames", "freeAnimal", "count"],
    );
  }
  await serviceOf(server).close();
  assert.ok(ended);
});
