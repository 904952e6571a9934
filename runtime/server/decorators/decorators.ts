/** Decorators for methods. They do not change the class; `mcpServerOf` reads what they record. */
import type { PromptArgument } from "../../protocol/model.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import { joinUse } from "../middleware/join-use.js";
import type { CallContext } from "../types/call-context.js";
import { rememberMember, type PublicMethodContext } from "./members.js";
import type { LifespanGenerator } from "../types/server-options.js";
import type {
  Completer,
  CompleterOutput,
  CompletionRequest,
  PromptDefinition,
  PromptHandler,
  PromptOutput,
  ResourceDefinition,
  ResourceHandler,
  ResourceOutput,
  TemplateDefinition,
  TemplateHandler,
  ToolArguments,
  ToolDefinition,
  ToolHandler,
  ToolReturn,
} from "../types/definitions.js";
import type { EntryUse } from "../types/middleware.js";

/** Decorates a public method of the type `M`. */
export type McpMethodDecorator<M> = (method: M, context: PublicMethodContext) => void;

/** The type of a method's input for its schema. For JSON Schema it is `never`, so that the author may declare any type. */
type MethodInput<S> = [S] extends [StandardSchema] ? InferOutput<S> : never;

/** Definition of a tool in a decorator. */
export interface DecoratedTool<S, O> extends Omit<ToolDefinition, "name" | "input" | "output"> {
  /** Default: the method's name. */
  readonly name?: string;
  /** As in `ToolDefinition`. The method's first parameter must accept its output. */
  readonly input?: S;
  /** As in `ToolDefinition`. The method must return what it accepts. */
  readonly output?: O;
}

/**
 * Exposes a method `(input, ctx)` as a tool.
 *
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpTool<
  S extends SchemaSource | undefined = undefined,
  O extends SchemaSource | undefined = undefined,
>(
  definition: DecoratedTool<S, O> = {},
): McpMethodDecorator<
  (
    input: [S] extends [undefined] ? ToolArguments : MethodInput<S>,
    ctx: CallContext,
  ) => ToolReturn<O>
> {
  return (method, context) =>
    rememberMember(context, {
      kind: "tool",
      method,
      expose: (registrar, call, own) =>
        registrar.tool(named(definition, context, own) as ToolDefinition, call as ToolHandler),
    });
}

/** Definition of a resource in a decorator. */
export interface DecoratedResource extends Omit<ResourceDefinition, "name"> {
  /** Default: the method's name. */
  readonly name?: string;
}

/**
 * Exposes a method `(uri, ctx)` as a resource.
 *
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpResource(
  definition: DecoratedResource,
): McpMethodDecorator<(uri: string, ctx: CallContext) => ResourceOutput> {
  return (method, context) =>
    rememberMember(context, {
      kind: "resource",
      method,
      expose: (registrar, call, own) =>
        registrar.resource(named(definition, context, own), call as ResourceHandler),
    });
}

/** Definition of a resource template in a decorator. */
export interface DecoratedTemplate<S> extends Omit<TemplateDefinition, "name" | "input"> {
  /** Default: the method's name. */
  readonly name?: string;
  /** As in `TemplateDefinition`. The method's first parameter must accept its output. */
  readonly input?: S;
}

/**
 * Exposes a method `(variables, ctx, uri)` as a resource template.
 *
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpTemplate<S extends SchemaSource | undefined = undefined>(
  definition: DecoratedTemplate<S>,
): McpMethodDecorator<
  (variables: MethodInput<S>, ctx: CallContext, uri: string) => ResourceOutput
> {
  return (method, context) =>
    rememberMember(context, {
      kind: "template",
      method,
      expose: (registrar, call, own) =>
        registrar.template(
          named(definition, context, own) as TemplateDefinition,
          call as TemplateHandler,
        ),
    });
}

/** Definition of a prompt in a decorator. */
export interface DecoratedPrompt<A> extends Omit<PromptDefinition, "name" | "arguments"> {
  /** Default: the method's name. */
  readonly name?: string;
  readonly arguments?: A;
}

type PromptArguments = NonNullable<PromptDefinition["arguments"]>;

/** The arguments of a prompt, by name. */
export type PromptTexts<A extends readonly PromptArgument[]> = {
  readonly [Each in A[number] as Each["required"] extends true ? Each["name"] : never]: string;
} & {
  readonly [Each in A[number] as Each["required"] extends true ? never : Each["name"]]?: string;
};

/**
 * Exposes a method `(args, ctx)` as a prompt.
 *
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpPrompt<const A extends PromptArguments = []>(
  definition: DecoratedPrompt<A> = {},
): McpMethodDecorator<
  (args: PromptTexts<A>, ctx: CallContext) => PromptOutput | Promise<PromptOutput>
> {
  return (method, context) =>
    rememberMember(context, {
      kind: "prompt",
      method,
      expose: (registrar, call, own) =>
        registrar.prompt(named(definition, context, own), call as PromptHandler),
    });
}

/**
 * Uses a method `(value, others, ctx)` to complete an argument of a prompt or a variable of a resource template.
 *
 * @param ref the name of a prompt, or the protocol's reference to a prompt or a template
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpCompletion(
  ref: string | CompletionRequest["ref"],
  argument: string,
): McpMethodDecorator<
  (
    value: string,
    others: { readonly [name: string]: string },
    ctx: CallContext,
  ) => CompleterOutput | Promise<CompleterOutput>
> {
  const target = typeof ref === "string" ? keyOf({ type: "ref/prompt", name: ref }) : keyOf(ref);
  return (method, context) =>
    rememberMember(context, {
      kind: "completion",
      method,
      expose: (registrar, call) =>
        registrar.completion((request, ctx) =>
          request.argument.name === argument && keyOf(request.ref) === target
            ? (call as Completer)(request.argument.value, request.others, ctx)
            : undefined,
        ),
    });
}

/**
 * Runs an async generator method around the server's lifetime: up to its `yield` before the first request, the rest when
 * the server closes. The yielded value is `ctx.lifespan`. A class can have only one such method.
 *
 * @throws TypeError when the class is defined, for a private or static method
 */
export function mcpLifespan(method: () => LifespanGenerator, context: PublicMethodContext): void {
  rememberMember(context, { kind: "lifespan", method, expose: () => {} });
}

function keyOf(ref: CompletionRequest["ref"]): string {
  return ref.type === "ref/prompt" ? `prompt ${ref.name}` : `resource ${ref.uri}`;
}

/** Adds the method's name to a definition without a name, and what other decorators put around the method. */
function named<T extends EntryUse & { readonly name?: string }>(
  definition: T,
  { name }: PublicMethodContext,
  own: EntryUse,
): T & { readonly name: string } {
  if (definition.name === undefined && typeof name === "symbol") {
    throw new TypeError(`${String(name)} is a symbol and needs a \`name\`.`);
  }
  return { ...definition, ...joinUse([own, definition]), name: definition.name ?? String(name) };
}
