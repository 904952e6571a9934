/** Work that is often done at once. What follows it goes on at once, too: each promise costs a call some of its time. */

/** A value, there already or still to come. */
export type Soon<T> = T | Promise<T>;

/** True for what `await` would wait for. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** Goes on with a value. @throws what `next` throws; what the value is rejected with stays a rejection */
export function whenReady<T, R>(value: T | PromiseLike<T>, next: (value: T) => Soon<R>): Soon<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Does work; `failed` answers in the place of work that throws or is rejected. */
export function recover<T>(work: () => Soon<T>, failed: (error: unknown) => Soon<T>): Soon<T> {
  try {
    const value = work();
    return isPromiseLike(value) ? value.then(undefined, failed) : value;
  } catch (error) {
    return failed(error);
  }
}
