import { CORE_SCHEMA, type LoadOptions, Type } from "js-yaml";

/** Levels of nesting an input may have: far beyond any real document, and safe for recursive readers of its value. */
export const maxDepth = 200;

/**
 * How every YAML input is read: the core types of YAML 1.2, so that dates and `yes` stay strings, and merge keys.
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
