/** The dialects of JSON Schema before 2020-12, in their own module because few tools use them. */
import * as draft07Module from "ajv/dist/ajv.js";
import * as draft2019Module from "ajv/dist/2019.js";
import draft06MetaSchema from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import * as draft04Module from "ajv-draft-04";
import type { AjvDialect } from "./ajv-compiler.js";
import type { Dialect } from "./dialect.js";
import { exportsOf } from "./exports-of.js";

const { Ajv: Ajv07 } = exportsOf(draft07Module);
const { Ajv2019 } = exportsOf(draft2019Module);
const Ajv04 = exportsOf(draft04Module).default as unknown as typeof Ajv07;

const conditions = ["if", "then", "else"];

export const olderDialects: Readonly<Record<Exclude<Dialect, "2020-12">, AjvDialect>> = {
  "draft-04": {
    make: (options) => new Ajv04(options),
    unknown: ["const", "contains", "propertyNames", ...conditions],
    ignoresBesideRef: true,
  },
  "draft-06": {
    make(options) {
      const ajv = new Ajv07(options);
      return options.meta ? ajv.addMetaSchema(draft06MetaSchema) : ajv;
    },
    unknown: ["id", ...conditions],
    ignoresBesideRef: true,
  },
  "draft-07": {
    make: (options) => new Ajv07(options),
    unknown: ["id"],
    ignoresBesideRef: true,
  },
  "2019-09": {
    make: (options) => new Ajv2019(options),
    unknown: ["id"],
  },
};
