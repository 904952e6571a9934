import type { CallToolResult, GetPromptResult, ReadResourceResult } from "../../protocol/model.js";
import type { CallContext, InputRequired } from "./call-context.js";
import type { Metadata } from "./metadata.js";

/** What a server offers, by kind. */
export type EntryKind = "tool" | "resource" | "template" | "prompt";

/**
 * What a caller wants of an entry: to call, read or get it, to see it in a list or a search (only guards with `hides` are
 * asked), to complete one of its arguments, or to hear of its changes.
 */
export type CallPurpose = "call" | "list" | "complete" | "subscribe";

/** The facts of a generated operation that a guard may decide by. */
export interface CalledOperation {
  /** The document's `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path template as in the document. */
  readonly path: string;
  /** The operation's tags, in the order of the document. */
  readonly tags: readonly string[];
}

/** A call of a tool, resource, template or prompt, as guards, interceptors and exception handlers see it. */
export interface EntryCall extends CallContext {
  /** What is called: a tool, resource, template or prompt. */
  readonly kind: EntryKind;
  /** The name of the tool or prompt, or the listed name of the resource or template. */
  readonly name: string;
  /** The URI that is read; absent for tools and prompts. */
  readonly uri?: string | undefined;
  /**
   * The arguments or variables as the client sent them: they are checked after the guards. For a completion those that are
   * filled in already; empty for a list or a subscription.
   */
  readonly args: { readonly [name: string]: unknown };
  /** What the caller wants of the entry. Interceptors and exception handlers run for calls only. */
  readonly purpose: CallPurpose;
  /** Present for operations of a generated class. */
  readonly operation?: CalledOperation | undefined;
}

/**
 * Decides whether a call may run. False refuses it with error -32603 and the data `{ type: "FORBIDDEN", guard }`. Since
 * 2026-07-28 it runs once for each round of a call that asks the client something.
 *
 * @throws ProtocolError or ToolError to refuse with a reason of its own
 */
export type Guard = (call: EntryCall) => boolean | Promise<boolean>;

/** How a call ends. Its type is that of the entry's kind. */
export type EntryResult = CallToolResult | ReadResourceResult | GetPromptResult | InputRequired;

/** Goes on with a call: with the next interceptor or the entry itself, which gets other arguments if some are passed. */
export type NextInterceptor = (args?: {
  readonly [name: string]: unknown;
}) => EntryResult | Promise<EntryResult>;

/**
 * Runs around a call: before and after `next()`, or instead of it. When the call asks the client something, it ends before
 * `next()` resolves, and the interceptor runs again in the next round; work that must happen once belongs in `call.once`.
 */
export type Interceptor = (
  call: EntryCall,
  next: NextInterceptor,
) => EntryResult | Promise<EntryResult>;

/**
 * Turns an error of a call into its result: a text for the model, a whole result, or undefined to leave the error to the
 * next handler. A text becomes an `isError` result of a tool, and the message of the error of a resource or prompt.
 */
export type ExceptionHandler = (
  error: unknown,
  call: EntryCall,
) => string | EntryResult | undefined | Promise<string | EntryResult | undefined>;

/**
 * What runs around calls. Guards run first, then interceptors, the first registered outermost; exception handlers get the
 * errors of both, the last registered first. What the server has comes before what an entry has.
 */
export interface Middleware {
  /** Names the guard in its refusal; default: the name of its function or class. */
  readonly name?: string;
  /** Decides whether a call may run. */
  readonly guard?: Guard;
  /** True: lists and searches leave out what the guard refuses to their caller, and are made for each caller. */
  readonly hides?: boolean;
  /** Runs around a call that the guards allow. */
  readonly intercept?: Interceptor;
  /** Turns an error of the call, or of a guard or interceptor, into a result. */
  readonly handleError?: ExceptionHandler;
}

/** What runs around the calls of an entry, and what its author has noted about it. */
export interface EntryUse {
  /** Guards, interceptors and exception handlers, in this order; after those of the server. */
  readonly use?: readonly Middleware[];
  /** Values that guards and interceptors read with `call.metadata`. */
  readonly metadata?: Metadata;
}
