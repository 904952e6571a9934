/** What handlers may return. */
import type { Media } from "../../contract/media.js";
import type { JsonObject } from "../../protocol/json.js";
import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  ReadResourceResult,
  ResourceContents,
  Role,
} from "../../protocol/model.js";
import type { InferInput, StandardSchema } from "../../schema/schema-source.js";
import type { ToolStream } from "./stream.js";
import type { InputRequired } from "./call-context.js";

/** Bytes: a `Buffer` is a `Uint8Array`, and a `File` is a `Blob`. */
export type Bytes = Uint8Array | ArrayBuffer | Blob;

/** What may stand in a list of content: a block of the protocol, text, or a file. */
export type ToolContent = ContentBlock | string | Bytes | Media;

/** A whole result. Without `content`, its structured content is also sent as text. */
export interface ReturnedResult<T = unknown> {
  /** What the model reads; a text is one text block. */
  readonly content?: readonly ToolContent[] | string;
  /** The value that the tool's output schema describes. */
  readonly structuredContent?: T;
  /** True: the tool failed, and the model should see why. */
  readonly isError?: boolean;
  /** Metadata for the client, which models do not see. */
  readonly _meta?: JsonObject;
}

/**
 * - text, or JSON
 * - bytes or `Media`: an image, audio, or an embedded resource
 * - a list of content (`ToolContent`) with at least one file or block
 * - an async iterable, a generator or a `stream`: each item is reported as progress
 * - a whole result (`ReturnedResult`), recognised by its members, or an `inputRequired` result
 *
 * A value that JSON can't represent, such as a Map, fails the call.
 */
export type ToolOutput = unknown;

/** What a handler returns: for an output schema of a library, what that accepts. */
export type ToolReturn<O> = [O] extends [StandardSchema]
  ? Fitting<InferInput<O>> | PromiseLike<Fitting<InferInput<O>>>
  : ToolOutput;

type Fitting<T> =
  | T
  | (ReturnedResult<T> & { readonly structuredContent: T })
  | (ReturnedResult<T> & { readonly isError: true })
  | CallToolResult
  | InputRequired
  | Media
  | ToolStream<unknown, T>
  | AsyncIterable<T>
  | Generator<T, void>
  | Generator<unknown, T>
  | AsyncGenerator<unknown, T>;

/**
 * - text, or JSON
 * - bytes, of the resource's media type, or `Media`
 * - a list with at least one file or item of contents, or a `ReadResourceResult` of such a list
 * - an async iterable or a generator
 * - an `inputRequired` result
 */
export type ResourceOutput = unknown;

/** A whole result of reading a resource. */
export interface ReturnedContents extends Omit<ReadResourceResult, "contents"> {
  /** The parts of the resource. Texts and files get its URI and its media type. */
  readonly contents: readonly (ResourceContents | string | Bytes | Media)[];
}

/** A message of a prompt. A list of content becomes several messages. */
export interface ReturnedMessage {
  /** Who says it: the user or the model. */
  readonly role: Role;
  /** What is said. */
  readonly content: ToolContent | readonly ToolContent[];
}

/** Text of a user message, messages, a result with messages, or an `inputRequired` result. */
export type PromptOutput =
  | string
  | readonly ReturnedMessage[]
  | (Omit<GetPromptResult, "messages"> & { readonly messages: readonly ReturnedMessage[] })
  | InputRequired;
