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
import type {
  EntryCall,
  EntryKind,
  EntryResult,
  Interceptor,
  Middleware,
} from "../types/middleware.js";
import type { EntryCallContext } from "./entry-call-context.js";
import { ForbiddenError } from "./forbidden-error.js";

/** Runs the entry itself, with the arguments of the call. Its result has the type of the entry's kind. */
export type RunEntry<R extends EntryResult> = (call: EntryCallContext) => MaybePromise<R>;

/** What an exception handler made of an error: a result, or else the error for the next one. */
interface Handled {
  readonly made: string | EntryResult | undefined;
  readonly error: unknown;
}

/**
 * Guards, interceptors and exception handlers around an entry, put together once for all calls. Everything stays synchronous as
 * long as they do, because quick tools are called often.
 */
export class Chain<R extends EntryResult> {
  readonly #guards: readonly Middleware[];
  readonly #handlers: readonly Middleware[];
  /** The entry with the interceptors around it. */
  readonly #intercepted: RunEntry<R>;

  constructor(use: readonly Middleware[], entry: RunEntry<R>) {
    this.#guards = use.filter(({ guard }) => guard);
    this.#handlers = use.filter(({ handleError }) => handleError).reverse();
    const intercepted = use.filter(intercepts).reduceRight<RunEntry<EntryResult>>(around, entry);
    // What interceptors return is checked by the entry's kind, so that it has the type of its results.
    this.#intercepted = intercepted as RunEntry<R>;
  }

  /** @throws ForbiddenError when a guard refuses; what the entry throws and no handler takes */
  run(call: EntryCallContext): MaybePromise<R> {
    return this.runInstead(call, this.#intercepted);
  }

  /** Runs something else behind the guards than the entry and its interceptors. @throws like `run` */
  runInstead(call: EntryCallContext, work: RunEntry<R>): MaybePromise<R> {
    if (this.#handlers.length === 0) return this.#guarded(call, work);
    return this.handle(call, () => this.#guarded(call, work));
  }

  /** Does a part of a call, whose error the exception handlers get. @throws what none of them takes */
  handle(call: EntryCall, work: () => MaybePromise<R>): MaybePromise<R> {
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

  #guarded(call: EntryCallContext, work: RunEntry<R>): MaybePromise<R> {
    const checked = this.check(call);
    if (!isPromiseLike(checked)) return work(call);
    return checked.then(() => {
      cancellationOf(call).throwIfAborted();
      return work(call);
    });
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

interface Intercepting extends Middleware {
  readonly intercept: Interceptor;
}

function intercepts(each: Middleware): each is Intercepting {
  return each.intercept !== undefined;
}

/** Returns an interceptor with what it goes on with: the one after it, or the entry. */
function around(inner: RunEntry<EntryResult>, each: Intercepting): RunEntry<EntryResult> {
  return (call) => {
    let isLater = false;
    let passed: MaybePromise<EntryResult> | undefined;
    const result = each.intercept(call, (args) => {
      // Nobody waits for the result of a call that was cancelled while the interceptor waited for something.
      if (isLater) cancellationOf(call).throwIfAborted();
      return (passed = inner(args === undefined ? call : call.withArguments(args)));
    });
    isLater = true;
    // What the interceptor only passes on has been checked.
    if (result === passed && passed !== undefined) return passed;
    if (!isPromiseLike(result)) return checkedResult(result, call.kind, each);
    return Promise.resolve(result).then((ready) => checkedResult(ready, call.kind, each));
  };
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
