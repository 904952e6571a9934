import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type {
  Annotations,
  CallToolResult,
  Completion,
  GetPromptResult,
  Icon,
  PromptArgument,
  ReadResourceResult,
  TaskSupport,
  ToolHints,
} from "../../protocol/model.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import type { Media } from "../../contract/media.js";
import type { Operation } from "../../contract/operation.js";
import type { CallContext, InputRequired } from "./call-context.js";

/** What everything listed may carry. */
interface ListedDefinition {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly tags?: readonly string[];
  /** Sent as it is, beside the tags. */
  readonly meta?: JsonObject;
  /** Scopes that a caller's access token needs, where tokens are checked. */
  readonly scopes?: readonly string[];
}

/** A tool of your own. */
export interface ToolDefinition<S extends SchemaSource = SchemaSource> extends ListedDefinition {
  /** Unique in the server; 1 to 128 of `A-Z a-z 0-9 _ - .` */
  readonly name: string;
  /**
   * The arguments: JSON Schema 2020-12 with an object at its root, listed as it is written, or a schema of a Standard
   * Schema library. Absent: there are none.
   */
  readonly input?: S;
  /** The structured result, in the same ways. */
  readonly output?: SchemaSource;
  readonly annotations?: ToolHints;
  /** Whether a call may become a task that the client polls; default `forbidden`. */
  readonly task?: TaskSupport;
  /** What a client must take for the tool to work; others are refused before the handler runs. */
  readonly requires?: ClientCapabilities;
  /** False: the handler gets the arguments unchecked. */
  readonly validateInput?: boolean;
  /** False: results are sent without being checked against `output`. */
  readonly validateOutput?: boolean;
  /** Longest time a call may take; absent: any. */
  readonly timeoutMs?: number;
}

/** A resource of your own, at one URI. */
export interface ResourceDefinition extends ListedDefinition {
  /** RFC 3986; unique in the server. */
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly annotations?: Annotations;
  /** How long and for whom what was read may be cached; default: not at all. */
  readonly cache?: CacheHints;
}

/** Resources of your own, at every URI that fits. */
export interface TemplateDefinition<S extends SchemaSource = SchemaSource> extends Omit<
  ResourceDefinition,
  "uri" | "size"
> {
  /** RFC 6570: `{x}` in the path, a last `{+x}`, and `{?a,b}` at the end. */
  readonly uriTemplate: string;
  /** The variables; absent: all are strings. */
  readonly input?: S;
  /** Completes a variable while the user types it. */
  readonly complete?: { readonly [variable: string]: Completer };
}

/** A prompt of your own. */
export interface PromptDefinition extends ListedDefinition {
  /** Unique in the server. */
  readonly name: string;
  readonly arguments?: readonly (PromptArgument & {
    /** Completes the argument while the user types it. */
    readonly complete?: Completer;
  })[];
}

/**
 * Values that what was typed so far may become, best first; more than 100 are cut. `others`: the arguments that are
 * filled in already.
 */
export type Completer = (
  value: string,
  others: { readonly [name: string]: string },
  ctx: CallContext,
) => CompleterOutput | Promise<CompleterOutput>;

export type CompleterOutput = readonly string[] | Completion;

/** What a completion is asked for. */
export interface CompletionRequest {
  readonly ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** The arguments that are filled in already. */
  readonly others: { readonly [name: string]: string };
}

/** Undefined leaves the question to the argument's own completer. */
export type CompletionHandler = (
  request: CompletionRequest,
  ctx: CallContext,
) => CompleterOutput | undefined | Promise<CompleterOutput | undefined>;

/** Text, a JSON value, `Media`, a whole MCP tool result (recognised by its `content`), or what `inputRequired` makes. */
export type ToolOutput = CallToolResult | InputRequired | Media | unknown;

/** Text, a JSON value, `Media`, a whole MCP read result (recognised by its `contents`), or what `inputRequired` makes. */
export type ResourceOutput = ReadResourceResult | InputRequired | Media | unknown;

/** Text of the user's, messages, a whole MCP prompt result, or what `inputRequired` makes. */
export type PromptOutput = string | GetPromptResult["messages"] | GetPromptResult | InputRequired;

/** Arguments as the tool's schema allows them. */
export type ToolArguments = { readonly [name: string]: unknown };

/**
 * Takes what the tool's schema lets through: the library's output, or for JSON Schema whatever object type the author
 * says that it describes.
 */
export type ToolHandler<S extends SchemaSource = SchemaSource> = [S] extends [StandardSchema]
  ? (input: InferOutput<S>, ctx: CallContext) => ToolOutput
  : JsonSchemaHandlers["tool"];
export type ResourceHandler = (uri: string, ctx: CallContext) => ResourceOutput;
export type TemplateHandler<S extends SchemaSource = SchemaSource> = [S] extends [StandardSchema]
  ? (variables: InferOutput<S>, ctx: CallContext, uri: string) => ResourceOutput
  : JsonSchemaHandlers["template"];

/** Written as methods: the compiler lets these declare a narrower parameter. */
interface JsonSchemaHandlers {
  tool(input: ToolArguments, ctx: CallContext): ToolOutput;
  template(variables: ToolArguments, ctx: CallContext, uri: string): ResourceOutput;
}

export type PromptHandler = (
  args: { readonly [name: string]: string },
  ctx: CallContext,
) => PromptOutput | Promise<PromptOutput>;

/** A method of your own, or of an extension of the protocol. */
export interface MethodDefinition {
  /** Not one of the protocol's own: `example.com/search`. */
  readonly name: string;
  /** The id of the extension it belongs to: then it is there for clients that declare it, and the server declares it. */
  readonly extension?: string;
}

export type MethodHandler = (
  params: JsonObject,
  ctx: CallContext,
) => JsonObject | Promise<JsonObject>;

/** Something a server offers. */
export interface Registration {
  /** Takes it away; clients that listen are told. Without effect the second time. */
  remove(): void;
}

/**
 * Where a server lists what it offers. May be kept and used at any time: clients that listen are told of changes.
 *
 * Every method throws a TypeError when the name or URI is taken or malformed: that is a mistake in the program.
 */
export interface Registrar {
  /** Exposes an operation the way its facts say. */
  add<I, O>(
    operation: Operation<I, O>,
    handler: (input: I, ctx: CallContext) => Promise<O>,
  ): Registration;
  tool<S extends SchemaSource = JsonObject>(
    definition: ToolDefinition<S>,
    handler: ToolHandler<S>,
  ): Registration;
  resource(definition: ResourceDefinition, handler: ResourceHandler): Registration;
  template<S extends SchemaSource = JsonObject>(
    definition: TemplateDefinition<S>,
    handler: TemplateHandler<S>,
  ): Registration;
  prompt(definition: PromptDefinition, handler: PromptHandler): Registration;
  /** Answers requests for completion before the completers of single arguments are asked. */
  completion(handler: CompletionHandler): Registration;
  /** Answers requests of a method that the protocol does not have. */
  method(definition: MethodDefinition, handler: MethodHandler): Registration;
  /** Tells subscribers that what can be read at a URI has changed. */
  resourceUpdated(uri: string): void;
  /** Tells the client that the visit it was sent on is over. At 2025-11-25 only. */
  elicitationComplete(elicitationId: string): void;
}
