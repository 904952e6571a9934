/** Type errors of guards, interceptors, exception handlers and metadata. Checked by `npm run typecheck`; never run. */
import {
  McpServer,
  mcpTool,
  metadataKey,
  OpenApiServer,
  setMetadata,
  useExceptionHandlers,
  useGuards,
  useInterceptors,
  type EntryCall,
  type Middleware,
} from "../../runtime/index.js";

const role = metadataKey<"admin" | "user">("role");

class AdminGuard {
  guard(call: EntryCall): boolean {
    return call.metadata(role) === "admin";
  }
}

@useGuards(new AdminGuard(), async (call) => Promise.resolve(call.caller !== undefined))
@setMetadata(role, "user")
export class Guarded {
  @useGuards((call) => call.name === "now")
  @useInterceptors(async (_call, next) => next())
  @useExceptionHandlers((error) => (error instanceof RangeError ? "Too late." : undefined))
  @setMetadata(role, "admin")
  @setMetadata("note", { any: "value" })
  @mcpTool()
  now(): string {
    return "noon";
  }

  // @ts-expect-error: a guard returns true or false
  @useGuards(() => "yes")
  text(): void {}

  // @ts-expect-error: or a promise of one
  @useGuards(async () => Promise.resolve(1))
  later(): void {}

  // @ts-expect-error: a call has no member `role`
  @useGuards((call) => call.role === "admin")
  unknownMember(): void {}

  // @ts-expect-error: an instance, not the class
  @useGuards(AdminGuard)
  notMade(): void {}

  // @ts-expect-error: an object without a guard
  @useGuards({ intercept: (_call, next) => next() })
  otherWork(): void {}

  // @ts-expect-error: an interceptor returns a result
  @useInterceptors(async (_call, next) => {
    await next();
  })
  nothing(): void {}

  // @ts-expect-error: the result of a tool, a resource or a prompt
  @useInterceptors(() => "text")
  noResult(): void {}

  // @ts-expect-error: a number is no result
  @useExceptionHandlers(() => 404)
  number(): void {}

  // @ts-expect-error: the key is of "admin" and "user"
  @setMetadata(role, "guest")
  wrongValue(): void {}

  // @ts-expect-error: a key is a text
  @setMetadata(1, "admin")
  wrongKey(): void {}

  // @ts-expect-error: a private method is not exposed
  @useGuards(() => true)
  #hidden(): void {}

  // @ts-expect-error: nor is a static one
  @useGuards(() => true)
  static make(): void {}

  // @ts-expect-error: nor a field
  @setMetadata("note", 1)
  field = 1;

  use(): void {
    this.#hidden();
  }
}

const wrong: readonly Middleware[] = [
  // @ts-expect-error: a guard returns true or false
  { guard: () => 1 },
  // @ts-expect-error: an interceptor returns a result
  { intercept: () => undefined },
  // @ts-expect-error: a function does not say what it is
  () => true,
  // @ts-expect-error: not a member
  { gaurd: () => true },
];

const server = new McpServer({ name: "typed", version: "1" }, { use: wrong });
server.tool({ name: "noted", metadata: { role: "admin" } }, (_input, ctx) => {
  const read: "admin" | "user" | undefined = ctx.metadata(role);
  // @ts-expect-error: not a number
  const other: number = ctx.metadata(role);
  return [read, other];
});
// @ts-expect-error: `use` is a list
server.prompt({ name: "one", use: { guard: () => true } }, () => "");

@useGuards(new AdminGuard())
export abstract class Api extends OpenApiServer {}
