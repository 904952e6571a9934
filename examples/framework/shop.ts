/** A shop with all that a server written by hand can have. `server.ts` serves it. */
import { setTimeout } from "node:timers/promises";
import {
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpResource,
  mcpServer,
  mcpServerOf,
  mcpTemplate,
  mcpTool,
  metadataKey,
  setMetadata,
  stream,
  useExceptionHandlers,
  useGuards,
  useInterceptors,
  type CallContext,
  type Completion,
  type EntryCall,
  type ExceptionHandler,
  type Interceptor,
  type LifespanGenerator,
  type ReturnedContents,
  type ToolStream,
} from "mcp-codegen/runtime";
import { z } from "zod";

interface Item {
  readonly name: string;
  readonly cents: number;
}

interface Open {
  readonly items: Map<string, Item>;
}

const requiredRole = metadataKey<string>("required role");
const query = z.object({
  query: z.string().describe("What to look for."),
  limit: z.number().int().min(1).default(10),
});

/** A guard: who does not have the role of the method is refused before it runs. */
function hasRole(call: EntryCall): boolean {
  return call.args["role"] === call.metadata(requiredRole);
}

/** A guard: only clients of the staff, which a header tells. On stdio there are no headers. */
function isStaff(call: EntryCall): boolean {
  return call.headers?.("x-role") === "staff";
}

/** An interceptor: notes every call and how it ended. */
export const audited: string[] = [];
const audit: Interceptor = async (call, next) => {
  const result = await next();
  audited.push(`${call.name} ${"isError" in result && result.isError ? "failed" : "done"}`);
  return result;
};

class SoldOut extends Error {}

/** An exception handler: errors of the shop become texts for the model, others stay errors. */
const soldOut: ExceptionHandler = (error) =>
  error instanceof SoldOut ? `${error.message} is sold out.` : undefined;

@mcpServer("/shop", { name: "shop", version: "1.0.0", transports: ["http", "websocket"] })
@useInterceptors(audit)
export class ShopServer {
  /** Runs up to `yield` before the first request, and the rest when the server closes. */
  @mcpLifespan
  async *open(): LifespanGenerator {
    const items = new Map([
      ["tea", { name: "tea", cents: 450 }],
      ["teapot", { name: "teapot", cents: 2900 }],
    ]);
    yield { items } satisfies Open;
    items.clear();
  }

  @mcpTool({
    input: query,
    description: "Searches the items.",
    annotations: { readOnlyHint: true },
  })
  search(given: z.infer<typeof query>, ctx: CallContext): { items: Item[] } {
    const found = [...itemsOf(ctx).values()].filter(({ name }) => name.includes(given.query));
    ctx.progress(1, 1);
    ctx.log("info", { searched: given.query });
    return { items: found.slice(0, given.limit) };
  }

  @setMetadata(requiredRole, "admin")
  @useGuards(hasRole)
  @mcpTool({ input: z.object({ role: z.string(), name: z.string() }) })
  remove({ name }: { name: string }, ctx: CallContext): string {
    itemsOf(ctx).delete(name);
    return `Removed ${name}.`;
  }

  @useGuards(isStaff)
  @mcpTool({ description: "Adds up the prices of all items." })
  value(_args: object, ctx: CallContext): { cents: number } {
    return { cents: [...itemsOf(ctx).values()].reduce((sum, { cents }) => sum + cents, 0) };
  }

  @useExceptionHandlers(soldOut)
  @mcpTool({ input: z.object({ name: z.string() }) })
  buy({ name }: { name: string }, ctx: CallContext): string {
    if (!itemsOf(ctx).has(name)) throw new SoldOut(name);
    return `Bought ${name}.`;
  }

  /** Each piece is progress; the result is the whole text. */
  @mcpTool({ input: z.object({ name: z.string() }) })
  describe({ name }: { name: string }): ToolStream<string, string> {
    async function* pieces(): AsyncGenerator<string, undefined> {
      for (const piece of ["The ", name, " is good."]) {
        yield piece;
        await setTimeout(10);
      }
    }
    return stream(pieces(), { total: 3 });
  }

  @mcpTool({})
  async sum(): Promise<ToolStream<number, number>> {
    return stream([1, 2, 3], { total: 3, accumulate: (all) => all.reduce((a, b) => a + b, 0) });
  }

  /** Text for people and data for programs, independently. */
  @mcpTool({ input: z.object({ text: z.string() }) })
  analyse({ text }: { text: string }): object {
    return {
      content: [{ type: "text", text: "Sentiment: positive" }],
      structuredContent: { sentiment: "positive", letters: text.length },
    };
  }

  /** Asks the user. */
  @mcpTool({})
  async clear(_args: object, ctx: CallContext): Promise<string> {
    const { action } = await ctx.elicit({
      message: "Delete all items?",
      requestedSchema: { type: "object", properties: {} },
    });
    return action === "accept" ? "Deleted." : "Kept.";
  }

  /** Asks the client's model. */
  @mcpTool({ input: z.object({ name: z.string() }) })
  async slogan({ name }: { name: string }, ctx: CallContext): Promise<string> {
    const { content } = await ctx.sample({
      messages: [{ role: "user", content: { type: "text", text: `A slogan for ${name}` } }],
      maxTokens: 1024,
    });
    const [first] = Array.isArray(content) ? content : [content];
    return first?.type === "text" ? first.text : "";
  }

  @mcpResource({
    uri: "shop://readme",
    mimeType: "text/plain",
    annotations: { audience: ["user"], priority: 0.8 },
  })
  readme(): string {
    return "The shop is open.";
  }

  @mcpTemplate({ uriTemplate: "shop://files/{+path}{?version}", mimeType: "text/plain" })
  file({ path, version }: { path: string; version?: string }): string {
    return `${path} in version ${version ?? "1"}`;
  }

  @mcpTemplate({ uriTemplate: "shop://images/{name}", mimeType: "image/png" })
  image({ name }: { name: string }): { data: Uint8Array; mimeType: string } {
    return { data: new TextEncoder().encode(name), mimeType: "image/png" };
  }

  /** Several contents: a text and a file. */
  @mcpTemplate({ uriTemplate: "shop://bundles/{name}", mimeType: "text/plain" })
  bundle({ name }: { name: string }): ReturnedContents {
    return { contents: [`About ${name}`, this.image({ name })] };
  }

  @mcpPrompt({ title: "Greeting", arguments: [{ name: "name", required: true }] })
  greet({ name }: { name: string }): string {
    return `Hello ${name}!`;
  }

  @mcpCompletion("greet", "name")
  names(partial: string): string[] {
    return ["Alice", "Bob", "Carol"].filter((name) => name.toLowerCase().startsWith(partial));
  }

  /** The first of the names, and how many there are. */
  @mcpCompletion({ type: "ref/resource", uri: "shop://images/{name}" }, "name")
  images(partial: string): Completion {
    const found = ["tea", "teapot", "tray"].filter((name) => name.startsWith(partial));
    return { values: found.slice(0, 2), total: found.length, hasMore: found.length > 2 };
  }
}

@mcpServer({ name: "analytics", version: "1.0.0" })
class AnalyticsServer {
  @mcpTool({ description: "Counts the calls so far." })
  calls(): { calls: number } {
    return { calls: audited.length };
  }
}

function itemsOf(ctx: CallContext): Map<string, Item> {
  return (ctx.lifespan as Open).items;
}

/** Returns the shop, with the tools of another server under a prefix. */
export function openShop(): ReturnType<typeof mcpServerOf> {
  const server = mcpServerOf(new ShopServer());
  server.mount(new AnalyticsServer(), { prefix: "analytics_" });
  return server;
}
