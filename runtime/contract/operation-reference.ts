/** Operations whose definitions are loaded when they are first called or described. */
import type { Exposure, Operation, RequestShape } from "./operation.js";

/**
 * What a server needs to know of an operation before it is called: enough to search for it. Large outputs list these, because
 * loading thousands of definitions takes seconds and most are never used.
 *
 * `Input` and `Output` are for the compiler only.
 */
export interface OperationReference<Input = unknown, Output = unknown> {
  /** The document's `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** The name of its method in the generated class. Absent: the same as `id`. */
  readonly method?: string;
  /** The first `indexedText` characters of the description. */
  readonly description?: string;
  /** Method and path of its request, which are searched for. */
  readonly request: Pick<RequestShape, "method" | "path">;
  /** The names of the first `indexedArguments` arguments. */
  readonly arguments: readonly string[];
  /** The scopes that its caller needs, as in the definition. */
  readonly scopes?: readonly string[];
  /** How clients see it, as in the definition. */
  readonly expose: Exposure;
  /** Loads the module that exports the definition by the name of the operation's method. */
  readonly load: () => Promise<object>;
  /** Never present at run time: carries the types for the compiler. */
  readonly "~types"?: { readonly input: Input; readonly output: Output };
}

/** An operation, or a reference to one. */
export type AnyOperation<Input = unknown, Output = unknown> =
  Operation<Input, Output> | OperationReference<Input, Output>;

/** Indexed length of a description, in characters; the rest is details. */
export const indexedText = 300;

/** Most arguments of an operation that are indexed. */
export const indexedArguments = 40;

/** Whether an operation's definition is still to be loaded. */
export function isReference<I, O>(
  operation: AnyOperation<I, O>,
): operation is OperationReference<I, O> {
  return "load" in operation;
}

/** Returns the names of the arguments that are indexed. */
export function indexedNames(operation: AnyOperation): readonly string[] {
  if (isReference(operation)) return operation.arguments;
  const { properties } = operation.input;
  if (typeof properties !== "object" || properties === null) return [];
  const names = Object.keys(properties);
  return names.length > indexedArguments ? names.slice(0, indexedArguments) : names;
}
