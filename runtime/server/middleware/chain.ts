import type { CallContext } from "../types/call-context.js";
import { EntryCallContext } from "./entry-call-context.js";
import { ProtocolError, errorCodes } from "../../protocol/protocol-error.js";
import { andThen, isPromiseLike, recover, type MaybePromise } from "../../session/maybe-promise.js";
import { isObject } from "../../protocol/json.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { EntryCall, EntryKind, EntryResult, Middleware } from "../types/middleware.js";
import { ForbiddenError } from "./forbidden-error.js";
import type { EntryFacts, StartedCall } from "./model.js";

type Args = EntryCall["args"];

/** What an exception handler made of an error: a result, or else the error for the next one. */
interface Handled {
  readonly result: string | EntryResult | undefined;
  readonly error: unknown;
}

/** Runs the entry itself, with the arguments and the context of the call. */
type RunEntry = (args: Args, ctx: CallContext) => MaybePromise<EntryResult>;

/**
 * The guards, interceptors and exception handlers of an entry, sorted once for all its calls. Everything stays synchronous
 * as long as they do, because quick tools are called often.
 */
export class Chain {
  readonly #facts: EntryFacts;
  readonly #guards: readonly Middleware[];
  readonly #interceptors: readonly Middleware[];
  readonly #handlers: readonly Middleware[];

  constructor(facts: EntryFacts, use: readonly Middleware[]) {
    this.#facts = facts;
    this.#guards = use.filter(({ guard }) => guard);
    this.#interceptors = use.filter(({ intercept }) => intercept);
    this.#handlers = use.filter(({ handleError }) => handleError).reverse();
  }

  /** @throws ForbiddenError when a guard refuses; what the entry throws and no handler takes */
  run({ ctx, args, uri }: StartedCall, entry: RunEntry): MaybePromise<EntryResult> {
    const call = new EntryCallContext(this.#facts, ctx, args, uri);
    const guarded = (): MaybePromise<EntryResult> =>
      andThen(this.#check(call, 0), () => this.#intercept(call, 0, call.args, entry));
    if (this.#handlers.length === 0) return guarded();
    return recover(guarded, (error) => this.#handle(error, call, 0));
  }

  /** Whether a guard with `hides` keeps the entry from the caller's lists. A guard that throws does, too. */
  hides(ctx: CallContext): MaybePromise<boolean> {
    return this.#hidesFrom(new EntryCallContext(this.#facts, ctx, {}, undefined, true), 0);
  }

  #hidesFrom(call: EntryCall, from: number): MaybePromise<boolean> {
    for (let index = from; index < this.#guards.length; index++) {
      const each = this.#guards[index] as Middleware;
      if (!each.hides) continue;
      const allowed = recover(
        () => each.guard?.(call) ?? false,
        () => false,
      );
      if (isPromiseLike(allowed)) {
        return allowed.then((may) => (may === true ? this.#hidesFrom(call, index + 1) : true));
      }
      if (allowed !== true) return true;
    }
    return false;
  }

  /** Asks the guards in their order; only `true` lets the call through. */
  #check(call: EntryCall, from: number): MaybePromise<void> {
    for (let index = from; index < this.#guards.length; index++) {
      const each = this.#guards[index] as Middleware;
      const allowed = each.guard?.(call);
      if (allowed === true) continue;
      if (!isPromiseLike(allowed)) throw new ForbiddenError(guardName(each));
      return allowed.then((may) => {
        if (may !== true) throw new ForbiddenError(guardName(each));
        return this.#check(call, index + 1);
      });
    }
  }

  #intercept(
    call: EntryCall,
    index: number,
    args: Args,
    entry: RunEntry,
  ): MaybePromise<EntryResult> {
    const each = this.#interceptors[index];
    if (!each?.intercept) return entry(args, call);
    const result = each.intercept(call, (other = args) =>
      this.#intercept(call, index + 1, other, entry),
    );
    return andThen(result, (ready) => {
      if (isResultOf(call.kind, ready)) return ready;
      throw new TypeError(
        `The interceptor ${middlewareName(each, each.intercept)} returned no result of a ${call.kind}.`,
      );
    });
  }

  /** Offers an error to the handlers in their order. One that throws passes its own error to the next. */
  #handle(error: unknown, call: EntryCall, index: number): MaybePromise<EntryResult> {
    const handler = this.#handlers[index];
    // Nobody waits for the answer of a call that was cancelled.
    if (!handler?.handleError || call.signal.aborted) throw error;
    const handled = recover<Handled>(
      () => andThen(handler.handleError?.(error, call), (result) => ({ result, error })),
      (next) => ({ result: undefined, error: next }),
    );
    return andThen(handled, ({ result, error: next }) =>
      result === undefined ? this.#handle(next, call, index + 1) : resultOf(result, call),
    );
  }
}

function resultOf(handled: string | EntryResult, { kind }: EntryCall): EntryResult {
  if (typeof handled !== "string") return handled;
  if (kind !== "tool") throw new ProtocolError(errorCodes.internalError, handled);
  return { content: [{ type: "text", text: handled }], isError: true };
}

/** The member that tells a result of each kind. */
const members = { tool: "content", resource: "contents", template: "contents", prompt: "messages" };

function isResultOf(kind: EntryKind, value: unknown): boolean {
  return isObject(value) && (isInputRequired(value) || Array.isArray(value[members[kind]]));
}

function guardName(each: Middleware): string {
  return middlewareName(each, each.guard);
}

function middlewareName(each: Middleware, method: ((...args: never[]) => unknown) | undefined) {
  const { name: className } = each.constructor;
  return each.name ?? (className === "Object" ? method?.name || "without a name" : className);
}
