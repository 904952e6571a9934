declare const valueType: unique symbol;

/** A key of metadata whose values have the type `T`: a string that knows the type. Made by `metadataKey`. */
export type MetadataKey<T> = string & { readonly [valueType]?: (value: T) => T };

/** Makes a key of metadata: `const roles = metadataKey<readonly string[]>("roles")`. */
export function metadataKey<T>(name: string): MetadataKey<T> {
  return name;
}

/** What the author has noted about a tool, resource, template or prompt for guards and interceptors. Clients never see it. */
export type Metadata = { readonly [key: string]: unknown };

/**
 * Returns the metadata of a plain definition with the type of its key checked: `metadata: metadataOf(role, "admin")`. Several are
 * joined: `{ ...metadataOf(role, "admin"), ...metadataOf(owner, "ops") }`.
 */
export function metadataOf<T>(key: MetadataKey<T>, value: NoInfer<T>): Metadata {
  return { [key]: value };
}

/** Reads a value of metadata; undefined if there is none. */
export interface ReadMetadata {
  <T>(key: MetadataKey<T>): T | undefined;
  (key: string): unknown;
}
