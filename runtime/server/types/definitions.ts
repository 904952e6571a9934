import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type {
  Annotations,
  Completion,
  Icon,
  PromptArgument,
  TaskSupport,
  ToolHints,
} from "../../protocol/model.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { InferOutput, SchemaSource, StandardSchema } from "../../schema/schema-source.js";
import type { AnyOperation } from "../../contract/operation-reference.js";
import type { CallContext } from "./call-context.js";
import type { EntryUse } from "./middleware.js";
import type { Mountable, MountOptions } from "./mount-options.js";
import type { PromptOutput, ResourceOutput, ToolReturn } from "./returned.js";

interface ListedDefinition extends EntryUse {
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly tags?: readonly string[];
  /** Further members of `_meta`. */
  readonly meta?: JsonObject;
  /** Scopes that an access token needs, if tokens are checked. */
  readonly scopes?: readonly string[];
}

/** A tool of your own. */
export interface ToolDefinition<
  S extends SchemaSource = SchemaSource,
  O extends SchemaSource = SchemaSource,
> extends ListedDefinition {
  /** Unique in the server; 1 to 128 of `A-Z a-z 0-9 _ - .` */
  readonly name: string;
  /**
   * The arguments: a JSON Schema of an object, which is listed unchanged, or a schema of a Standard Schema library. Absent:
   * there are no arguments. JSON Schema is 2020-12, or the dialect that its `$schema` names.
   */
  readonly input?: S;
  /**
   * The structured result, as a schema of either form. What the handler returns is checked against it, by the compiler, too,
   * if it is a schema of a library.
   */
  readonly output?: O;
  /** The media type of bytes that the handler returns; default: what a `Blob` or the first bytes tell. */
  readonly mimeType?: string;
  /** Hints for clients, such as that the tool only reads. */
  readonly annotations?: ToolHints;
  /** Whether a call may become a task that the client polls; default `forbidden`. */
  readonly task?: TaskSupport;
  /** Capabilities that the client must have; others are refused before the handler runs. */
  readonly requires?: ClientCapabilities;
  /** False: the arguments are not checked. */
  readonly validateInput?: boolean;
  /** False: results are not checked against `output`. */
  readonly validateOutput?: boolean;
  /** Time limit of a call in milliseconds; absent: none. */
  readonly timeoutMs?: number;
}

/** A resource of your own, at one URI. */
export interface ResourceDefinition extends ListedDefinition {
  /** RFC 3986; unique in the server. */
  readonly uri: string;
  /** The name that clients show if there is no title. */
  readonly name: string;
  /** The media type of the contents. */
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  /** For whom the resource is, and how important. */
  readonly annotations?: Annotations;
  /** How long, and for whom, clients may cache the contents; default: not at all. */
  readonly cache?: CacheHints;
}

/** Resources of your own, at every URI that matches a template. */
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
  /** The arguments that a user fills in, each with an optional completer. */
  readonly arguments?: readonly (PromptArgument & {
    /** Completes the argument while the user types it. */
    readonly complete?: Completer;
  })[];
}

/**
 * Returns completions of the text typed so far, best first; at most 100 are sent. `others`: the arguments that are already
 * filled in.
 */
export type Completer = (
  value: string,
  others: { readonly [name: string]: string },
  ctx: CallContext,
) => CompleterOutput | Promise<CompleterOutput>;

/** The values that complete an argument, or the same with their total number. */
export type CompleterOutput = readonly string[] | Completion;

/** A request for completion. */
export interface CompletionRequest {
  /** The prompt or the resource template whose argument is completed. */
  readonly ref:
    | { readonly type: "ref/prompt"; readonly name: string }
    | { readonly type: "ref/resource"; readonly uri: string };
  /** The name of the argument, and the text to complete. */
  readonly argument: { readonly name: string; readonly value: string };
  /** The arguments that are already filled in. */
  readonly others: { readonly [name: string]: string };
}

/** Returns undefined to leave the completion to the completer of the argument. */
export type CompletionHandler = (
  request: CompletionRequest,
  ctx: CallContext,
) => CompleterOutput | undefined | Promise<CompleterOutput | undefined>;

export type {
  Bytes,
  PromptOutput,
  ReturnedMessage,
  ReturnedResult,
  ResourceOutput,
  ToolContent,
  ToolOutput,
  ToolReturn,
} from "./returned.js";

/** Arguments that fit the schema of the tool. */
export type ToolArguments = { readonly [name: string]: unknown };

/**
 * Receives the checked arguments: the output type of the schema library, or for JSON Schema any object type that the
 * author declares. Returns what fits the output schema, if a library made it.
 */
export type ToolHandler<
  S extends SchemaSource = SchemaSource,
  O extends SchemaSource = SchemaSource,
> = [S] extends [StandardSchema]
  ? (input: InferOutput<S>, ctx: CallContext) => ToolReturn<O>
  : JsonSchemaHandlers<O>["tool"];
/** Reads a resource. */
export type ResourceHandler = (uri: string, ctx: CallContext) => ResourceOutput;
/** Reads a resource whose URI fits a template, from the values of the template's variables. */
export type TemplateHandler<S extends SchemaSource = SchemaSource> = [S] extends [StandardSchema]
  ? (variables: InferOutput<S>, ctx: CallContext, uri: string) => ResourceOutput
  : JsonSchemaHandlers<SchemaSource>["template"];

/** Written as methods, because TypeScript lets these narrow their parameters. */
interface JsonSchemaHandlers<O extends SchemaSource> {
  tool(input: ToolArguments, ctx: CallContext): ToolReturn<O>;
  template(variables: ToolArguments, ctx: CallContext, uri: string): ResourceOutput;
}

/** Resources that exist elsewhere, such as the files of a folder: what `fileResource`, `directoryResource` and `httpResource` make. */
export interface ResourceSource {
  /** Registers the resources. Throws `TypeError` if a definition can't be used or a URI is taken. */
  register(host: SourceHost): Registration;
}

/** What a source of resources does with a server. */
export interface SourceHost {
  /** Adds a resource, as `Registrar.resource` does. */
  resource(definition: ResourceDefinition, handler: ResourceHandler): Registration;
  /** Adds a resource template, as `Registrar.template` does. */
  template(definition: TemplateDefinition, handler: TemplateHandler): Registration;
  /** Notifies the clients of this process that subscribe to the resource. */
  resourceUpdated(uri: string): void;
  /**
   * Calls `begin` when the first client connects that may be notified, and what it returns when the last one has left. Returns a
   * function that ends it for good.
   */
  whileHeard(begin: () => () => void): () => void;
}

/** Makes the messages of a prompt from its arguments. */
export type PromptHandler = (
  args: { readonly [name: string]: string },
  ctx: CallContext,
) => PromptOutput | Promise<PromptOutput>;

/** A method of your own, or of an extension of the protocol. */
export interface MethodDefinition {
  /** Not reserved for the protocol: `example.com/search`. */
  readonly name: string;
  /** The id of its extension, which the server declares. Only clients that declare it, too, have the method. */
  readonly extension?: string;
  /** Scopes that an access token needs, if tokens are checked. */
  readonly scopes?: readonly string[];
}

/** Answers a method that the protocol does not define. What it returns is the result. */
export type MethodHandler = (
  params: JsonObject,
  ctx: CallContext,
) => JsonObject | Promise<JsonObject>;

/** Something that was registered, such as a tool. */
export interface Registration {
  /** Removes the entry and notifies subscribers. Further calls have no effect. */
  remove(): void;
}

/**
 * Registers what a server offers, at any time; subscribers are notified of changes.
 *
 * Every method throws a TypeError if the name or URI is malformed or already in use.
 */
export interface Registrar {
  /** Exposes an operation as a tool, a resource or a template, as its facts state. */
  add<I, O>(
    operation: AnyOperation<I, O>,
    handler: (input: I, ctx: CallContext) => Promise<O>,
    own?: EntryUse,
  ): Registration;
  /** Adds a tool. Throws `TypeError` if the definition can't be used or the name is taken. */
  tool<S extends SchemaSource = JsonObject, O extends SchemaSource = JsonObject>(
    definition: ToolDefinition<S, O>,
    handler: ToolHandler<S, O>,
  ): Registration;
  /** Adds a resource. Throws `TypeError` if the definition can't be used or the URI is taken. */
  resource(definition: ResourceDefinition, handler: ResourceHandler): Registration;
  /** Adds the resources of a source: `resource(await fileResource("README.md", { uri: "docs://readme" }))`. */
  resource(source: ResourceSource): Registration;
  /** Adds a resource template. Throws `TypeError` if the definition can't be used. */
  template<S extends SchemaSource = JsonObject>(
    definition: TemplateDefinition<S>,
    handler: TemplateHandler<S>,
  ): Registration;
  /** Adds a prompt. Throws `TypeError` if the definition can't be used or the name is taken. */
  prompt(definition: PromptDefinition, handler: PromptHandler): Registration;
  /** Adds a handler that is called before the completers of single arguments. */
  completion(handler: CompletionHandler): Registration;
  /** Adds a method that the protocol does not define. */
  method(definition: MethodDefinition, handler: MethodHandler): Registration;
  /**
   * Offers all that another server offers as well, now and later: a server written by hand, an instance of a class with
   * `@mcpServer`, a generated server or a proxy. Its guards and lifespan hold; limits, tasks, state and telemetry are those of
   * this server, whose guards are around all. A client that the mounted server asks or notifies is one of this server.
   *
   * Throws `TypeError` if a name, URI or method is taken, a name gets too long, or the server can't be mounted. It then
   * offers nothing of the other server. What the other server registers later must not be taken, either.
   *
   * @returns takes away all that it offers, and ends its lifespan when its calls are over
   */
  mount(server: Mountable, options?: MountOptions): Registration;
  /**
   * Notifies subscribers that the resource at a URI has changed.
   *
   * @param only for resources that are each caller's own: the call that changed it. Then only subscriptions of the same caller hear
   *   of it; those without a token are one caller. Default: all
   */
  resourceUpdated(uri: string, only?: Pick<CallContext, "caller">): void;
  /**
   * Sends a notification that the protocol does not define to all clients, of all processes: to those with a session, and since
   * 2026-07-28 to those whose `subscriptions/listen` names the method in its filter: `{ "example.com/news": true }`.
   *
   * Throws `TypeError` for a method of the protocol itself, and params that are no JSON.
   */
  notify(method: string, params?: JsonObject): void;
  /** Whether any client of this process is subscribed to a resource, in any spelling of its URI. */
  isSubscribed(uri: string): boolean;
  /**
   * Notifies the client that was given the id with a URL, and no other, that the visit is complete. Only at 2025-11-25.
   *
   * @throws TypeError for an empty id
   */
  elicitationComplete(elicitationId: string): void;
}

/** Registers what the author of a server has written. */
export type OwnRegistrar = Omit<Registrar, "add" | "mount">;
