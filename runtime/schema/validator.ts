/** JSON Schema 2020-12 by ajv, loaded when the first value is checked. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../protocol/json.js";

/** Something about a value that its schema does not allow. */
export type Violation = ErrorObject;

/** Checks a value. @returns every violation; none when the value conforms */
export type Validate = (value: unknown) => readonly Violation[];

let loading: Promise<typeof import("./ajv-compiler.js")> | undefined;

/** Loads what schemas are compiled with, for those who are about to measure time. */
export async function loadValidator(): Promise<void> {
  await (loading ??= import("./ajv-compiler.js"));
}

/**
 * Compiles a schema. Its text may come from anybody: keywords nobody knows are ignored, nothing is fetched, and ajv
 * puts none of it into code.
 *
 * @throws Error when the schema is no usable JSON Schema
 */
export async function compileSchema(schema: JsonObject): Promise<Validate> {
  loading ??= import("./ajv-compiler.js");
  return (await loading).compileWithAjv(schema);
}
