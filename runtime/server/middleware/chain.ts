import { isObject } from "../../protocol/json.js";
import { ProtocolError, errorCodes } from "../../protocol/protocol-error.js";
import {
  andThen,
  isPromiseLike,
  recover,
  type MaybePromise,
} from "../../protocol/maybe-promise.js";
import { InputRequiredSignal, isInputRequired } from "../client-input/input-required.js";
import { cancellationOf } from "../types/call-cancellation.js";
import type { EntryCall, EntryKind, EntryResult, Middleware } from "../types/middleware.js";
import type { EntryCallContext } from "./entry-call-context.js";
import { ForbiddenError } from "./forbidden-error.js";

/** Runs the entry itself, with the arguments of the call. Its result has the type of the entry's kind. */
type RunEntry<R extends EntryResult> = (call: EntryCallContext) => MaybePromise<R>;

/** What an exception handler made of an error: a result, or else the error for the next one. */
interface Handled {
  readonly made: string | EntryResult | undefined;
  readonly error: unknown;
}

/**
 * Guards, interceptors and exception handlers, sorted once for all calls. Everything stays synchronous as long as they do,
 * because quick tools are called often.
 */
export class Chain {
  readonly #guards: readonly Middleware[];
  readonly #interceptors: readonly Middleware[];
  readonly #handlers: readonly Middleware[];

  constructor(use: readonly Middleware[]) {
    this.#guards = use.filter(({ guard }) => guard);
    this.#interceptors = use.filter(({ intercept }) => intercept);
    this.#handlers = use.filter(({ handleError }) => handleError).reverse();
  }

  /** @throws ForbiddenError when a guard refuses; what the entry throws and no handler takes */
  run<R extends EntryResult>(call: EntryCallContext, entry: RunEntry<R>): MaybePromise<R> {
    // What interceptors return is checked by the entry's kind, so that it has the type of its results.
    const guarded = (): MaybePromise<R> => this.#guarded(call, entry) as MaybePromise<R>;
    return this.#handlers.length === 0 ? guarded() : this.handle(call, guarded);
  }

  /** Does a part of a call, whose error the exception handlers get. @throws what none of them takes */
  handle<R extends EntryResult>(call: EntryCall, work: () => MaybePromise<R>): MaybePromise<R> {
    // What handlers return is checked by the entry's kind.
    return recover<EntryResult>(work, (error) => this.#handle(error, call, 0)) as MaybePromise<R>;
  }

  /** Whether a guard with `hides` leaves the entry out of a list. A guard that throws does, too. */
  hides(call: EntryCall, from = 0): MaybePromise<boolean> {
    for (let index = from; index < this.#guards.length; index++) {
      const each = this.#guards[index] as Middleware;
      if (!each.hides) continue;
      const allowed = recover(
        () => each.guard?.(call) ?? false,
        () => false,
      );
      if (isPromiseLike(allowed)) {
        return allowed.then((may) => (may === true ? this.hides(call, index + 1) : true));
      }
      if (allowed !== true) return true;
    }
    return false;
  }

  /** Asks the guards in their order; only `true` lets the call through. @throws ForbiddenError; what a guard throws */
  check(call: EntryCall, from = 0): MaybePromise<void> {
    for (let index = from; index < this.#guards.length; index++) {
      const each = this.#guards[index] as Middleware;
      const allowed = each.guard?.(call);
      if (allowed === true) continue;
      if (!isPromiseLike(allowed)) throw new ForbiddenError(guardName(each));
      return Promise.resolve(allowed).then((may) => {
        if (may !== true) throw new ForbiddenError(guardName(each));
        return this.check(call, index + 1);
      });
    }
  }

  #guarded(call: EntryCallContext, entry: RunEntry<EntryResult>): MaybePromise<EntryResult> {
    const checked = this.check(call);
    if (!isPromiseLike(checked)) return this.#intercept(call, 0, entry);
    return checked.then(() => {
      cancellationOf(call).throwIfAborted();
      return this.#intercept(call, 0, entry);
    });
  }

  /** Calls the interceptor at a position, or the entry after the last one. */
  #intercept(
    call: EntryCallContext,
    index: number,
    entry: RunEntry<EntryResult>,
  ): MaybePromise<EntryResult> {
    const each = this.#interceptors[index];
    if (!each?.intercept) return entry(call);
    let isLater = false;
    let passed: MaybePromise<EntryResult> | undefined;
    const result = each.intercept(call, (args) => {
      // Nobody waits for the result of a call that was cancelled while the interceptor waited for something.
      if (isLater) cancellationOf(call).throwIfAborted();
      const inner = args === undefined ? call : call.withArguments(args);
      return (passed = this.#intercept(inner, index + 1, entry));
    });
    isLater = true;
    // What the interceptor only passes on has been checked.
    if (result === passed && passed !== undefined) return passed;
    if (!isPromiseLike(result)) return checkedResult(result, call.kind, each);
    return Promise.resolve(result).then((ready) => checkedResult(ready, call.kind, each));
  }

  /** Offers an error to the handlers in their order. One that throws passes its own error to the next. */
  #handle(error: unknown, call: EntryCall, index: number): MaybePromise<EntryResult> {
    const handler = this.#handlers[index];
    // Nobody waits for the answer of a call that was cancelled, or that ends to ask its client.
    const isOver = cancellationOf(call).aborted || error instanceof InputRequiredSignal;
    if (!handler?.handleError || isOver) throw error;
    const handled = recover<Handled>(
      () => andThen(handler.handleError?.(error, call), (made) => ({ made, error })),
      (thrown) => ({ made: undefined, error: thrown }),
    );
    return andThen(handled, ({ made, error: next }) =>
      made === undefined
        ? this.#handle(next, call, index + 1)
        : handledResult(made, call.kind, handler),
    );
  }
}

/** @throws ProtocolError for a text where only errors have one; TypeError for something else than a result */
function handledResult(made: string | EntryResult, kind: EntryKind, each: Middleware): EntryResult {
  if (typeof made === "string") {
    if (kind !== "tool") throw new ProtocolError(errorCodes.internalError, made);
    return { content: [{ type: "text", text: made }], isError: true };
  }
  if (isResultOf(kind, made)) return made;
  throw new TypeError(
    `The exception handler ${middlewareName(each, each.handleError)} returned no text and no result of a ${kind}.`,
  );
}

/** @throws TypeError that names the interceptor, for something else than a result */
function checkedResult(result: EntryResult, kind: EntryKind, each: Middleware): EntryResult {
  if (isResultOf(kind, result)) return result;
  throw new TypeError(
    `The interceptor ${middlewareName(each, each.intercept)} returned no result of a ${kind}.`,
  );
}

/** The member that tells a result of each kind. */
const members = { tool: "content", resource: "contents", template: "contents", prompt: "messages" };

function isResultOf(kind: EntryKind, value: unknown): boolean {
  return isObject(value) && (Array.isArray(value[members[kind]]) || isInputRequired(value));
}

function guardName(each: Middleware): string {
  return middlewareName(each, each.guard);
}

function middlewareName(each: Middleware, method: ((...args: never[]) => unknown) | undefined) {
  const { name: className } = each.constructor;
  return each.name ?? (className === "Object" ? method?.name || "without a name" : className);
}
