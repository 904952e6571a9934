/** A client class in the words of its template, whatever it was made from. */
import type { TypeDeclaration } from "../types/declare-types.js";

/** Names of the runtime's types that a client may import. */
export type RuntimeType =
  | "CallOptions"
  | "ContentBlock"
  | "GetPromptResult"
  | "ListOptions"
  | "Media"
  | "RequestOptions"
  | "ResourceContents";

/** A method of `TypedCalls`, and its arguments as finished code. */
export type ClientCall = readonly [method: string, ...args: string[]];

export interface ClientMethod {
  readonly symbol: string;
  /** Escaped lines of the doc comment. */
  readonly doc: readonly string[];
  /** What it calls, in Markdown: tool `echo`. */
  readonly calls: string;
  /** Absent where there is nothing to give. */
  readonly parameter?: {
    readonly name: "input" | "variables" | "args";
    readonly type: string;
    /** Nothing is required, so that it may be left out. */
    readonly optional: boolean;
  };
  readonly options: "CallOptions" | "ListOptions" | "RequestOptions";
  /** The type that its promise resolves to. */
  readonly output: string;
  /** Types of `types.ts` in its signature. */
  readonly types: readonly string[];
  /** Types of the runtime in its result. */
  readonly runtimeTypes: readonly RuntimeType[];
  /** What it does with the runtime's `TypedCalls`: `["content", '"echo"', "input", "options"]`. */
  readonly call: ClientCall;
}

/** Whether `{}` has all required members. To the compiler, it has those that every object inherits. */
export function isAllOptional(
  members: readonly { readonly name: string; readonly required: boolean }[],
): boolean {
  return members.every(({ name, required }) => !required && !(name in Object.prototype));
}

export interface ClientView {
  readonly className: string;
  /** `^[a-z][a-z0-9-]*$` */
  readonly name: string;
  /** What the files are made from, for their headers. */
  readonly sourceName: string;
  /** The server, as a person calls it. */
  readonly title: string;
  /** Lines of the class's doc comment after the table, in Markdown. */
  readonly notes: readonly string[];
  readonly methods: readonly ClientMethod[];
  readonly declarations: readonly TypeDeclaration[];
}
