import type { Operation } from "../../contract/operation.js";
import type { AnyOperation } from "../../contract/operation-reference.js";
import type { HttpRequest } from "../../upstream/request/request.js";
import type { CallContext } from "../types/call-context.js";
import type { ToolArguments } from "../types/definitions.js";

/** A request to the API, with its credentials. */
export type ApiRequest = HttpRequest;

/** The call of an operation for which a request is sent. */
export interface ApiCall<Input = ToolArguments> {
  /** The operation that is called. */
  readonly operation: Operation;
  /** Its arguments. */
  readonly input: Input;
  /** The context of the tool call or the read that it is for. */
  readonly ctx: CallContext;
}

/**
 * Whether a call is one of an operation, whose arguments then have their type:
 * `if (isCallOf(call, operations.createPet)) call.input.name`.
 */
export function isCallOf<Input, Output>(
  call: ApiCall<unknown>,
  operation: AnyOperation<Input, Output>,
): call is ApiCall<Input> {
  return call.operation.id === operation.id;
}
