/**
 * - `unreachable`: the store does not answer
 * - `refused`: the store answers with an error
 * - `overloaded`: too many commands are waiting for the store
 */
export type StateErrorCode = "unreachable" | "refused" | "overloaded";

/** The store outside of the process failed. The message says why and what to do, and contains no credentials. */
export class StateError extends Error {
  override readonly name: string = "StateError";
  /** What is wrong with the store. */
  readonly code: StateErrorCode;

  constructor(code: StateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
