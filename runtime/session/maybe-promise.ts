/** Work that is often done at once. What follows it goes on at once, too: each promise costs a call some of its time. */

/** A value, there already or still to come. */
export type MaybePromise<T> = T | Promise<T>;

/** True for what `await` would wait for. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** Goes on with a value. @throws what `next` throws; what the value is rejected with stays a rejection */
export function andThen<T, R>(
  value: T | PromiseLike<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Does work; `failed` answers in the place of work that throws or is rejected. */
export function recover<T>(
  work: () => MaybePromise<T>,
  failed: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work();
    return isPromiseLike(value) ? value.then(undefined, failed) : value;
  } catch (error) {
    return failed(error);
  }
}
