/** JSON Schema 2020-12 validation. Ajv and the code that reports violations are loaded with the first value to check. */
import type { JsonObject } from "../protocol/json.js";
import { Lazy } from "../protocol/lazy.js";
import type { CompiledSchema } from "./compiled-schema.js";

const compiler = new Lazy(() => import("./compiled-schema.js"));

/** Loads the schema compiler ahead of time, so that a time limit or a measurement does not include the loading. */
export function loadValidator(): Promise<void> {
  return compiler.loaded();
}

/**
 * Compiles a schema, which may be untrusted: unknown keywords are ignored, nothing is fetched, and ajv puts none of its
 * text into code.
 *
 * @throws Error when the schema is not a usable JSON Schema
 */
export function compileSchema(schema: JsonObject): Promise<CompiledSchema> {
  return compiler.use(async ({ CompiledSchema }) => new CompiledSchema(schema));
}
