/** The schema compiler, in its own module so that ajv is loaded only with it. */
import * as ajvModule from "ajv/dist/2020.js";
import type { JsonObject } from "../protocol/json.js";
import { exportsOf } from "./exports-of.js";
import { isMultipleOf } from "./multiple-of.js";
import { withoutNullable } from "./nullable.js";
import type { Validate, Violation } from "./violation.js";

const { Ajv2020 } = exportsOf(ajvModule);

type AjvCore = ajvModule.default;

/** Makes the compiler of a dialect. Keywords that the dialect does not know are ignored. */
export interface AjvDialect {
  readonly make: (options: ajvModule.Options) => AjvCore;
  /** Keywords that ajv checks although the dialect does not know them. */
  readonly unknown: readonly string[];
  /** `$ref` replaces the keywords beside it, as up to draft-07. */
  readonly ignoresBesideRef?: boolean;
}

const draft202012: AjvDialect = {
  make: (options) => new Ajv2020(options),
  unknown: ["id"],
};

/** @throws Error when the schema is not a usable JSON Schema */
export function compileWithAjv(schema: JsonObject, dialect: AjvDialect = draft202012): Validate {
  // Each schema gets its own instance, because several may have the same `$id`, or none.
  const ajv = dialect.make({
    strict: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    logger: false,
    // The meta-schemas of the dialect are only needed by schemas that refer to them.
    meta: refersToMetaSchema(schema),
    validateSchema: false,
    // Without an id, `#` is only found if the schema is registered; with one, a nested schema may repeat the id.
    addUsedSchema: schema["$id"] === undefined && schema["id"] === undefined,
    // `format` is an annotation: JSON Schema validation 2020-12, 7.2.1; OpenAPI 3.1.1, Data Type Format.
    validateFormats: false,
    ignoreKeywordsWithRef: dialect.ignoresBesideRef ?? false,
    // Without its optimiser, ajv compiles large schemas in half the time, and checks are as fast.
    code: { optimize: false, regExp: Object.assign(tolerantRegExp, { code: "new RegExp" }) },
  });
  for (const keyword of dialect.unknown) ajv.removeKeyword(keyword);
  // Ajv's own `multipleOf` divides doubles, so 0.3 would not be a multiple of 0.1.
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    compile: (step: number) => (value: number) => isMultipleOf(value, step),
    error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  });
  const check = ajv.compile(withoutNullable(schema));
  return (value) => {
    try {
      return check(value) ? [] : (check.errors ?? []);
    } catch (error) {
      if (error instanceof RangeError) return [tooDeep];
      throw error;
    }
  };
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

function refersToMetaSchema(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { $ref } = value as JsonObject;
  if (typeof $ref === "string" && /^https?:\/\/json-schema\.org\//.test($ref)) return true;
  return Object.values(value).some(refersToMetaSchema);
}
