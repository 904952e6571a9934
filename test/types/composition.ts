/** Type errors of mounted servers, proxies and questions, and of plain definitions. Checked by `npm run typecheck`; never run. */
import { type } from "arktype";
import { z } from "zod";
import {
  isCallOf,
  McpServer,
  mcpServer,
  mcpTool,
  memoryServer,
  metadataKey,
  metadataOf,
  OpenApiServer,
  proxy,
  proxyServer,
  type ApiCall,
  type ApiRequest,
  type CallContext,
  type Operation,
  type Registrar,
} from "../../runtime/index.js";

@mcpServer({ name: "clock", version: "1" })
class Clock {
  @mcpTool()
  now(): string {
    return "noon";
  }
}

abstract class Api extends OpenApiServer {}
class Shop extends Api {}

const server = new McpServer({ name: "typed", version: "1" });

export async function mounts(mcp: Registrar): Promise<void> {
  server.mount(new Clock(), { prefix: "clock_" });
  mcp.mount(new Shop());
  mcp.mount(await memoryServer()).remove();

  // @ts-expect-error: an instance, not the class
  server.mount(Clock);
  // @ts-expect-error: nor a generated class
  mcp.mount(Shop, { prefix: "shop_" });
  // @ts-expect-error: a server that is not there yet
  mcp.mount(memoryServer());
  // @ts-expect-error: one server, not a list
  server.mount([new Clock()]);
  // @ts-expect-error: a function that makes a server, not the server itself
  server.mount(() => new Clock());
  // @ts-expect-error: an address is no server; `proxyServer` makes one
  server.mount("https://weather.example/mcp");
  // @ts-expect-error: a prefix is a text
  server.mount(new Clock(), { prefix: 1 });
  // @ts-expect-error: nor a list
  server.mount(new Clock(), { prefix: ["clock_"] });
  // @ts-expect-error: not an option of mounts
  server.mount(new Clock(), { suffix: "_clock" });
}

export function proxies(): void {
  server.mount(proxyServer("https://weather.example/mcp", { filter: { only: ["get*"] } }));
  server.mount(proxyServer(["npx", "-y", "some-server"], { filter: ({ name }) => name !== "x" }));
  proxy(server, { command: "node", args: ["server.js"] }, { prefix: "node_" });

  // @ts-expect-error: a number is no target
  proxyServer(8080);
  // @ts-expect-error: a command is a text
  proxyServer({ command: ["node"] });
  // @ts-expect-error: neither an address nor a command
  proxyServer({ host: "weather.example" });
  // @ts-expect-error: a filter has lists
  proxyServer("https://weather.example/mcp", { filter: { only: "get*" } });
  // @ts-expect-error: not a member of a filter
  proxyServer("https://weather.example/mcp", { filter: { exclude: ["delete*"] } });
  // @ts-expect-error: a filter says true or false
  proxyServer("https://weather.example/mcp", { filter: () => "yes" });
  // @ts-expect-error: a prefix is a text
  proxy(server, "https://weather.example/mcp", { prefix: true });
  // @ts-expect-error: the server comes first
  proxy("https://weather.example/mcp", server);
  // @ts-expect-error: headers are texts
  proxyServer("https://weather.example/mcp", { client: { headers: { "x-tries": 3 } } });
}

export async function questions(ctx: CallContext): Promise<void> {
  const schema = z.object({ size: z.number(), colour: z.enum(["red", "blue"]) });
  const answer = await ctx.elicit({ message: "Which?", schema });
  if (answer.action === "accept") answer.content.size satisfies number;
  // @ts-expect-error: without acceptance there is no content
  answer.content.size satisfies number;
  // @ts-expect-error: `colour` is "red" or "blue"
  if (answer.action === "accept") answer.content.colour satisfies "green";
  // @ts-expect-error: not a field of the form
  if (answer.action === "accept") void answer.content.weight;
  // @ts-expect-error: a question has a message
  await ctx.elicit({ schema });
  // @ts-expect-error: a schema of a library
  await ctx.elicit({ message: "Which?", schema: { size: "number" } });
  // @ts-expect-error: a form of the protocol has a schema of an object
  await ctx.elicit({ message: "Which?", requestedSchema: { type: "string" } });

  (await ctx.ask.choice("Which?", ["red", "blue"])) satisfies "red" | "blue" | undefined;
  // @ts-expect-error: the user may decline
  (await ctx.ask.text("Name?")) satisfies string;
  // @ts-expect-error: a number, not a text
  (await ctx.ask.number("How many?")) satisfies string | undefined;
  // @ts-expect-error: not a format
  await ctx.ask.text("Mail?", { format: "mail" });
  // @ts-expect-error: choices are texts
  await ctx.ask.choice("Which?", [1, 2]);

  const sampled = await ctx.sample("Two words.", {
    result: z.object({ words: z.array(z.string()) }),
  });
  sampled.value.words satisfies string[];
  // @ts-expect-error: the words are texts
  sampled.value.words satisfies number[];
  const arked = await ctx.sample("One number.", { result: type({ n: "number" }) });
  // @ts-expect-error: `n` is a number
  arked.value.n satisfies string;
  // @ts-expect-error: without a schema there is no value
  void (await ctx.sample("Two words.")).value;
  // @ts-expect-error: a prompt is a text or messages
  await ctx.sample(2);
}

const role = metadataKey<"admin" | "user">("role");
server.tool({ name: "close", metadata: metadataOf(role, "admin") }, () => "Closed.");
server.prompt({ name: "ask", metadata: { ...metadataOf(role, "user"), note: 1 } }, () => "Ask.");
// @ts-expect-error: the key is of "admin" and "user"
server.tool({ name: "wrong", metadata: metadataOf(role, "guest") }, () => "");
// @ts-expect-error: metadata has names
server.tool({ name: "wrong", metadata: "admin" }, () => "");
// @ts-expect-error: a guard returns true or false
server.tool({ name: "wrong", use: [{ guard: () => "yes" }] }, () => "");
// @ts-expect-error: an interceptor returns a result
server.resource({ uri: "a://b", name: "b", use: [{ intercept: () => "text" }] }, () => "");
// @ts-expect-error: a list of functions does not say what they are
server.prompt({ name: "wrong", use: [() => true] }, () => "");
// @ts-expect-error: a handler returns a text, a result or nothing
server.tool({ name: "wrong", use: [{ handleError: () => false }] }, () => "");
// @ts-expect-error: a guard may hide, and that is true or false
server.tool({ name: "wrong", use: [{ guard: () => true, hides: "yes" }] }, () => "");

declare const createPet: Operation<{ name: string }, { id: number }>;

export class Hooked extends Api {
  protected override beforeRequest(request: ApiRequest, call: ApiCall): ApiRequest {
    if (isCallOf(call, createPet)) {
      call.input.name satisfies string;
      // @ts-expect-error: a pet has no `tag`
      void call.input.tag;
    }
    return { ...request, headers: { ...request.headers, "X-Call": call.operation.id } };
  }

  // @ts-expect-error: the response to read
  protected override afterResponse(response: Response): string {
    return response.statusText;
  }
}

export class Misnamed extends Api {
  // @ts-expect-error: there is no such hook
  protected override beforeRequests(): void {}
}
