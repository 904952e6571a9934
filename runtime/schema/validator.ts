/** JSON Schema 2020-12 by ajv, loaded when the first value is checked, with what tells of values that don't fit. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../protocol/json.js";
import { Lazy } from "../protocol/lazy.js";

/** Something about a value that its schema does not allow. */
export type Violation = ErrorObject;

/** Checks a value. @returns every violation; none when the value conforms */
export type Validate = (value: unknown) => readonly Violation[];

/** A schema that values can be checked against, and what is said and done where one does not fit it. */
export interface CompiledSchema {
  readonly validate: Validate;
  /** Says what is wrong with a value, for a model to correct. */
  explain(violations: readonly Violation[]): string;
  /** Says in a sentence where an answer differs from what the schema promises. */
  note(violations: readonly Violation[], wrapped: boolean): string;
  /** What of a value the schema allows. @param violations those of the value */
  conform(value: JsonObject, violations: readonly Violation[]): JsonObject;
}

const compiler = new Lazy(() => import("./compiled-schema.js"));

/** Loads what schemas are compiled with, for those who are about to measure time. */
export function loadValidator(): Promise<void> {
  return compiler.loaded();
}

/**
 * Compiles a schema. Its text may come from anybody: keywords nobody knows are ignored, nothing is fetched, and ajv
 * puts none of it into code.
 *
 * @throws Error when the schema is no usable JSON Schema
 */
export function compileSchema(schema: JsonObject): Promise<CompiledSchema> {
  return compiler.use(async ({ AjvSchema }) => new AjvSchema(schema));
}
