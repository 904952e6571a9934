/** Member of a context that tells how the call came to a mounted server. Read it with `mountedCallOf`. */
export const mountedBy: unique symbol = Symbol("mountedBy");
