/** JSON Schema 2020-12 by ajv, loaded when the first value is checked. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../protocol/json.js";

/** Something about a value that its schema does not allow. */
export type Violation = ErrorObject;

/** Checks a value. @returns every violation; none when the value conforms */
export type Validate = (value: unknown) => readonly Violation[];

let loading: Promise<(schema: JsonObject) => Validate> | undefined;

/** Loads what schemas are compiled with, for those who are about to measure time. */
export async function loadValidator(): Promise<void> {
  await (loading ??= loadCompiler());
}

/**
 * Compiles a schema. Its text may come from anybody: keywords nobody knows are ignored, nothing is fetched, and ajv
 * puts none of it into code.
 *
 * @throws Error when the schema is no usable JSON Schema
 */
export async function compileSchema(schema: JsonObject): Promise<Validate> {
  loading ??= loadCompiler();
  return (await loading)(schema);
}

async function loadCompiler(): Promise<(schema: JsonObject) => Validate> {
  const [ajvModule, formatsModule] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv-formats"),
  ]);
  const { Ajv2020 } = exportsOf(ajvModule);
  const { default: addFormats } = exportsOf(formatsModule) as unknown as {
    default: (ajv: InstanceType<typeof Ajv2020>) => void;
  };
  return (schema) => {
    // An instance for each schema: they may all claim the same `$id`.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      ownProperties: true,
      logger: false,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      code: { regExp: Object.assign(tolerantRegExp, { code: "new RegExp" }) },
    });
    addFormats(ajv);
    const check = ajv.compile(schema);
    return (value) => {
      try {
        return check(value) ? [] : (check.errors ?? []);
      } catch (error) {
        if (error instanceof RangeError) return [tooDeep];
        throw error;
      }
    };
  };
}

/** What a CommonJS module exports: bundlers and Node disagree whether that is the namespace or its `default`. */
function exportsOf<T extends object>(module: T): T {
  const { default: exports } = module as { default?: unknown };
  return typeof exports === "object" || (typeof exports === "function" && "default" in exports)
    ? (exports as T)
    : module;
}

/** The value is nested deeper than the stack can follow. */
const tooDeep: Violation = {
  keyword: "depth",
  instancePath: "",
  schemaPath: "",
  params: {},
  message: "is nested too deeply",
};

/** Patterns are written for engines without the `u` flag too; one that no engine takes forbids nothing. */
function tolerantRegExp(pattern: string, flags: string): RegExp {
  for (const attempt of [flags, ""]) {
    try {
      return new RegExp(pattern, attempt);
    } catch {
      continue;
    }
  }
  return /(?:)/;
}
