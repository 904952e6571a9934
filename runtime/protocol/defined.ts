/** `T` with each member that may be undefined made optional instead. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object literal without its undefined members, in order. Do not use it in code that runs with every request: the
 * copies share no hidden class.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const name in members) {
    if (members[name] !== undefined) kept[name] = members[name];
  }
  return kept as T;
}
