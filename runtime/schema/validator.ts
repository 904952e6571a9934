/** JSON Schema. Its code is loaded with the first value to check. */
import type { JsonObject } from "../protocol/json.js";
import { Lazy } from "../protocol/lazy.js";
import type { CompiledSchema } from "./compiled-schema.js";

const compiler = new Lazy(() => import("./compiled-schema.js"));

/** Loads the schema compiler early, so that a measured time does not include it. */
export function loadValidator(): Promise<void> {
  return compiler.loaded();
}

/**
 * Compiles a schema, which may be untrusted: nothing is fetched, and no code is made of its text. Keywords that its
 * dialect does not know are ignored.
 *
 * @throws Error when the schema is not a usable JSON Schema
 */
export function compileSchema(schema: JsonObject): Promise<CompiledSchema> {
  return compiler.use(async ({ CompiledSchema }) => new CompiledSchema(schema));
}
