/** `T` with each member that may be undefined made optional, so that it is either absent or has a value. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object literal without the members that are undefined, in their order: under `exactOptionalPropertyTypes` an
 * optional member is absent or has a value, and an object that becomes JSON or generated code must not list the others.
 *
 * Not for what runs with every call: it copies member by member, so the copies have no common hidden class.
 */
export function defined<const T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {};
  for (const name in members) {
    if (members[name] !== undefined) kept[name] = members[name];
  }
  return kept as T;
}
