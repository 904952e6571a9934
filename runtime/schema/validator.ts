/** JSON Schema by ajv, which is loaded with the first value to check. */
import type { JsonObject } from "../protocol/json.js";
import { Lazy } from "../protocol/lazy.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { dialectOf } from "./dialect.js";

const compiler = new Lazy(() => import("./compiled-schema.js"));
const older = new Lazy(() => import("./older-dialects.js"));

/** Loads the schema compiler early, so that a measured time does not include it. */
export function loadValidator(): Promise<void> {
  return compiler.loaded();
}

/**
 * Compiles a schema, which may be untrusted: nothing is fetched, and ajv puts none of its text into code. Keywords that its
 * dialect does not know are ignored.
 *
 * @throws Error when the schema is not a usable JSON Schema
 */
export function compileSchema(schema: JsonObject): Promise<CompiledSchema> {
  return compiler.use(async ({ CompiledSchema }) => {
    const dialect = dialectOf(schema);
    if (!dialect) throw new Error(`the $schema ${JSON.stringify(schema["$schema"])} is not known`);
    if (dialect === "2020-12") return new CompiledSchema(schema);
    return older.use(
      async ({ olderDialects }) => new CompiledSchema(schema, olderDialects[dialect]),
    );
  });
}
