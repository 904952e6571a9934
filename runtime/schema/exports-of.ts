/** Returns a CommonJS module's exports: the namespace or its `default`, on which Node and bundlers disagree. */
export function exportsOf<T extends object>(module: T): T {
  const { default: exports } = module as { default?: unknown };
  return typeof exports === "object" || (typeof exports === "function" && "default" in exports)
    ? (exports as T)
    : module;
}
