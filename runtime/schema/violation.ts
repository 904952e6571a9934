import type { JsonObject } from "../protocol/json.js";

/** One way in which a value does not conform to its schema. Code that others wrote for ajv's errors reads these, too. */
export interface Violation {
  /** The keyword that the value violates; `depth` and `budget` if the value could not be checked. */
  readonly keyword: string;
  /** JSON Pointer to the value. */
  readonly instancePath: string;
  /** The keyword's place in the schema: `#/$defs/Pet/properties/age/type`. */
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The name that a schema of `propertyNames` does not allow. */
  readonly propertyName?: string | undefined;
  /** The value of the keyword. */
  readonly schema?: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema?: JsonObject | undefined;
  /** The value that violates it. */
  readonly data?: unknown;
}

/** Checks a value. @returns violations, if there are many then the first ones; an empty list when the value conforms */
export type Validate = (value: unknown) => readonly Violation[];
