/** What clients rely on of a generated server, as the manifest of its folder keeps it. */
export interface Lock {
  /** By operation, such as `GET /pets/{petId}`. */
  readonly operations: ReadonlyMap<string, LockEntry>;
}

export interface LockEntry {
  readonly kind: "tool" | "resource" | "template" | "prompt";
  /** The name (of a resource or template, its URI) that clients know. */
  readonly name: string;
  /** The method of the generated class. */
  readonly method: string;
  readonly arguments: ReadonlyMap<string, LockedArgument>;
  /** Fingerprints of what models read, of the input schema and of the output schema. */
  readonly texts: string;
  readonly input: string;
  readonly output: string;
}

export interface LockedArgument {
  readonly required: boolean;
  /** Fingerprint of its schema. */
  readonly schema: string;
}
