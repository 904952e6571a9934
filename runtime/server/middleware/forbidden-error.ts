import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";

/** A guard has refused a call. The client gets error -32603 with the data `{ type: "FORBIDDEN", guard }`. */
export class ForbiddenError extends ProtocolError {
  override readonly name: string = "ForbiddenError";
  /** The name of the guard. */
  readonly guard: string;

  constructor(guard: string) {
    super(errorCodes.internalError, `The guard ${guard} refused the call.`, {
      type: "FORBIDDEN",
      guard,
    });
    this.guard = guard;
  }
}
