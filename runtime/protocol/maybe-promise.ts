/** Helpers for work that is often synchronous: each promise would slow a call down. */

/** A value or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether `await` would wait for the value. */
export function isPromiseLike<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  // Asked first because most values are texts, of which the lookup of a member takes long.
  if (typeof value === "string" || value === undefined) return false;
  return typeof (value as { then?: unknown } | null)?.then === "function";
}

/** Calls `next` with the value, synchronously if it is no promise. @throws the error of a synchronous `next` */
export function andThen<T, R>(
  value: T | PromiseLike<T>,
  next: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value);
}

/**
 * Calls `done` with the result of `work`, else `failed` with what `work` threw. What `done` throws is not passed on to `failed`.
 */
export function settled<T, R>(
  work: () => MaybePromise<T>,
  done: (value: T) => MaybePromise<R>,
  failed: (error: unknown) => MaybePromise<R>,
): MaybePromise<R> {
  let value: MaybePromise<T>;
  try {
    value = work();
  } catch (error) {
    return failed(error);
  }
  return isPromiseLike(value) ? value.then(done, failed) : done(value);
}

/** Returns the result of `work`, or that of `failed` if `work` throws or rejects. */
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

/** Starts work. What it throws becomes a rejection, as that of an async function does. */
export function promised<T>(work: () => Promise<T>): Promise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
