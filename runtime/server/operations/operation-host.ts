/** What an operation's registry entry and its calls share. */
import type { Api } from "../../contract/api.js";
import type { Operation } from "../../contract/operation.js";
import type { OperationReference } from "../../contract/operation-reference.js";
import type { ContentBlock, Tool } from "../../protocol/model.js";
import type { Violation } from "../../schema/violation.js";
import type { Answer } from "../../upstream/response/answer.js";
import type { Upstream } from "../../upstream/upstream.js";
import type { Value } from "../results/value.js";
import type { CallContext } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";

/** What operations need of their server. */
export interface OperationHost {
  readonly api: Api;
  /** Loads what calls the API. */
  upstream(): Promise<Upstream>;
  /** Adapts a listed tool to the client that the server was generated for. */
  adaptTool(tool: Tool): Tool;
  /** Returns the API's response behind the value that a method resolved to. */
  answerOf(ctx: CallContext): Answer | undefined;
  /** Records how a response violates its schema. */
  readonly drift?: ((operation: Operation, violations: readonly Violation[]) => void) | undefined;
  /** Largest text or file in a result, in bytes. */
  readonly maxInlineBytes: number;
  /** Stores a response too large for a result. @returns the content to send in its place */
  storeLarge(answer: Value, reason: string, ctx: CallContext): Promise<readonly ContentBlock[]>;
}

/** An operation that is called as a tool. */
export type ToolOperation = Operation & { readonly expose: { readonly as: "tool" | "searchable" } };

/** A reference to an operation that is found with the search tools. */
export type SearchableReference = OperationReference & {
  readonly expose: { readonly as: "searchable" };
};

export type OperationHandler = (input: ToolArguments, ctx: CallContext) => Promise<unknown>;
