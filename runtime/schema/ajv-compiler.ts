/** The schema compiler, in its own module so that ajv is loaded only with it. */
import * as ajvModule from "ajv/dist/2020.js";
import type { JsonObject } from "../protocol/json.js";
import { isMultipleOf } from "./multiple-of.js";
import type { Validate, Violation } from "./violation.js";

const { Ajv2020 } = exportsOf(ajvModule);

/** @throws Error when the schema is not a usable JSON Schema */
export function compileWithAjv(schema: JsonObject): Validate {
  // Each schema gets its own instance, because several may have the same `$id`.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    logger: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    // `format` is an annotation: JSON Schema validation 2020-12, 7.2.1; OpenAPI 3.1.1, Data Type Format.
    validateFormats: false,
    code: { regExp: Object.assign(tolerantRegExp, { code: "new RegExp" }) },
  });
  // Ajv's own `multipleOf` divides doubles, so 0.3 would not be a multiple of 0.1.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    compile: (step: number) => (value: number) => isMultipleOf(value, step),
    error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  });
  const check = ajv.compile(schema);
  return (value) => {
    try {
      return check(value) ? [] : (check.errors ?? []);
    } catch (error) {
      if (error instanceof RangeError) return [tooDeep];
      throw error;
    }
  };
}

/** Returns a CommonJS module's exports: the namespace or its `default`, on which Node and bundlers disagree. */
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

/** Accepts patterns without the `u` flag, too. One that is invalid either way matches everything. */
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
