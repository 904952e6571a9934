/** Decorators for classes that are MCP servers. They change nothing of the class; `mcpServerOf` reads what they said. */
import type { PromptArgument } from "../../protocol/model.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
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
} from "../types/definitions.js";

/** Stands before a public method that is called as `M`. */
export type McpMethodDecorator<M> = (method: M, context: PublicMethodContext) => void;

/** What a method may take for a schema: nobody but the author knows the type behind JSON Schema. */
type MethodInput<S> = [S] extends [StandardSchema] ? InferOutput<S> : never;

/** A tool, as its method's decorator describes it. */
export interface DecoratedTool<S> extends Omit<ToolDefinition, "name" | "input"> {
  /** Default: the method's name. */
  readonly name?: string;
  /** As in `ToolDefinition`. The method's first parameter must take what it lets through. */
  readonly input?: S;
}

/**
 * Makes a tool of a method `(input, ctx)`.
 *
 * @throws TypeError when the class is made, for a private or static method
 */
export function mcpTool<S extends SchemaSource | undefined = undefined>(
  definition: DecoratedTool<S> = {},
): McpMethodDecorator<
  (input: [S] extends [undefined] ? ToolArguments : MethodInput<S>, ctx: CallContext) => unknown
> {
  return (method, context) =>
    rememberMember(context, {
      kind: "tool",
      method,
      expose: (registrar, call) =>
        registrar.tool(named(definition, context) as ToolDefinition, call as ToolHandler),
    });
}

/** A resource, as its method's decorator describes it. */
export interface DecoratedResource extends Omit<ResourceDefinition, "name"> {
  /** Default: the method's name. */
  readonly name?: string;
}

/**
 * Makes a resource of a method `(uri, ctx)`.
 *
 * @throws TypeError when the class is made, for a private or static method
 */
export function mcpResource(
  definition: DecoratedResource,
): McpMethodDecorator<(uri: string, ctx: CallContext) => ResourceOutput> {
  return (method, context) =>
    rememberMember(context, {
      kind: "resource",
      method,
      expose: (registrar, call) =>
        registrar.resource(named(definition, context), call as ResourceHandler),
    });
}

/** A resource template, as its method's decorator describes it. */
export interface DecoratedTemplate<S> extends Omit<TemplateDefinition, "name" | "input"> {
  /** Default: the method's name. */
  readonly name?: string;
  /** As in `TemplateDefinition`. The method's first parameter must take what it lets through. */
  readonly input?: S;
}

/**
 * Makes a resource template of a method `(variables, ctx, uri)`.
 *
 * @throws TypeError when the class is made, for a private or static method
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
      expose: (registrar, call) =>
        registrar.template(
          named(definition, context) as TemplateDefinition,
          call as TemplateHandler,
        ),
    });
}

/** A prompt, as its method's decorator describes it. */
export interface DecoratedPrompt<A> extends Omit<PromptDefinition, "name" | "arguments"> {
  /** Default: the method's name. */
  readonly name?: string;
  readonly arguments?: A;
}

type PromptArguments = NonNullable<PromptDefinition["arguments"]>;

/** The texts that a prompt is filled in with. */
export type PromptTexts<A extends readonly PromptArgument[]> = {
  readonly [Each in A[number] as Each["required"] extends true ? Each["name"] : never]: string;
} & {
  readonly [Each in A[number] as Each["required"] extends true ? never : Each["name"]]?: string;
};

/**
 * Makes a prompt of a method `(args, ctx)`.
 *
 * @throws TypeError when the class is made, for a private or static method
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
      expose: (registrar, call) =>
        registrar.prompt(named(definition, context), call as PromptHandler),
    });
}

/**
 * Completes an argument of a prompt, or a variable of a resource template, by a method `(value, others, ctx)`.
 *
 * @param ref the name of a prompt, or what the protocol calls a prompt or a template
 * @throws TypeError when the class is made, for a private or static method
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
 * Runs an async generator method around the time that the server serves: up to its `yield` before the first request,
 * the rest when the server closes. What it yields is `ctx.lifespan`. One in a class.
 *
 * @throws TypeError when the class is made, for a private or static method
 */
export function mcpLifespan(method: () => LifespanGenerator, context: PublicMethodContext): void {
  rememberMember(context, { kind: "lifespan", method, expose: () => {} });
}

function keyOf(ref: CompletionRequest["ref"]): string {
  return ref.type === "ref/prompt" ? `prompt ${ref.name}` : `resource ${ref.uri}`;
}

/** The definition, by the method's name if it says no other. */
function named<T extends { readonly name?: string }>(
  definition: T,
  { name }: PublicMethodContext,
): T & { readonly name: string } {
  if (definition.name === undefined && typeof name === "symbol") {
    throw new TypeError(`${String(name)} needs a \`name\` to be exposed by.`);
  }
  return { ...definition, name: definition.name ?? String(name) };
}
