import type { Cancellation } from "../../protocol/cancellable.js";
import type { CallContext } from "./call-context.js";

/** Member of a context: what cancels its call. Code that runs with every call needs it, because a signal costs too much there. */
export const callCancellation: unique symbol = Symbol("callCancellation");

/** Returns what tells of the cancellation of a call, without making a signal. */
export function cancellationOf(ctx: CallContext): Cancellation {
  const { [callCancellation]: own } = ctx as { readonly [callCancellation]?: Cancellation };
  return own ?? ctx.signal;
}
