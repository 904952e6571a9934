/** Member of a context: the session of the client, before 2026-07-28. Only code that forwards calls needs it. */
export const callSession: unique symbol = Symbol("callSession");
