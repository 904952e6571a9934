/**
 * - `unreachable`: the store doesn't answer
 * - `refused`: it answers with an error
 * - `overloaded`: too many commands wait for it
 */
export type StateErrorCode = "unreachable" | "refused" | "overloaded";

/** What is kept outside of the process can't be had. The message says why and what to do, and holds no credentials. */
export class StateError extends Error {
  override readonly name: string = "StateError";
  readonly code: StateErrorCode;

  constructor(code: StateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
