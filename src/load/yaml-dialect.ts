import { CORE_SCHEMA, type LoadOptions, Type } from "js-yaml";

/** Maximum nesting of an input: far deeper than any real document, and safe for recursive functions. */
export const maxDepth = 200;

/**
 * Parser options for every YAML input: the core types of YAML 1.2, so that dates and `yes` stay strings, and merge keys.
 * @see YAML 1.2.2, 10.3 Core Schema
 */
export const yamlOptions: LoadOptions & {
  readonly maxDepth: number;
  readonly maxTotalMergeKeys: number;
} = {
  schema: CORE_SCHEMA.extend({
    implicit: [
      new Type("tag:yaml.org,2002:merge", { kind: "scalar", resolve: (data) => data === "<<" }),
    ],
  }),
  maxDepth,
  maxTotalMergeKeys: 100_000,
};
