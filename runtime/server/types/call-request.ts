/** Member of a context: the request that it is of. Only code that forwards calls needs it. */
export const callRequest: unique symbol = Symbol("callRequest");
