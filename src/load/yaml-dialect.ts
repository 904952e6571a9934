import * as yaml from "js-yaml";
import { CORE_SCHEMA, load, type LoadOptions, Type } from "js-yaml";
import { keepWritten } from "./written-scalars.js";

/** Maximum nesting of an input: far deeper than any real document, and safe for recursive functions. */
export const maxDepth = 200;

/**
 * A null, boolean or number whose text is not that of its value, such as `~`, `True` or `1.0`. As a key, js-yaml converts it
 * to a string, which is the text.
 *
 * @see OpenAPI 3.2 section 4.2, Format: keys are scalar strings as in YAML's Failsafe schema
 */
class WrittenScalar {
  readonly value: unknown;
  readonly text: string;

  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }

  /** js-yaml calls `toString` only of objects with a tag of their own. */
  get [Symbol.toStringTag](): string {
    return "WrittenScalar";
  }

  toString(): string {
    return this.text;
  }
}

/** js-yaml exports its types "to create custom schema"; its declarations don't have them. */
interface YamlTypes {
  readonly types: Readonly<
    Record<"null" | "bool" | "int" | "float", Type & { readonly tag: string }>
  >;
}

const { types } = yaml as unknown as YamlTypes;

const scalarTypes = [types.null, types.bool, types.int, types.float].map(
  (type) =>
    new Type(type.tag, {
      kind: "scalar",
      resolve: type.resolve,
      construct: (text: string | null) => {
        const value: unknown = type.construct(text);
        return text === null || String(value) === text ? value : new WrittenScalar(value, text);
      },
    }),
);

/**
 * Parser options for every YAML input: the core types of YAML 1.2, so that dates and `yes` stay strings, and merge keys.
 * Values may have a `WrittenScalar` in place of a scalar.
 *
 * @see YAML 1.2.2, 10.3 Core Schema
 */
export const yamlOptions: LoadOptions & {
  readonly maxDepth: number;
  readonly maxTotalMergeKeys: number;
} = {
  schema: CORE_SCHEMA.extend({
    implicit: [
      ...scalarTypes,
      new Type("tag:yaml.org,2002:merge", { kind: "scalar", resolve: (data) => data === "<<" }),
    ],
  }),
  maxDepth,
  maxTotalMergeKeys: 100_000,
};

/** Reads a YAML text and keeps the texts of its scalars (`writtenIn`). @throws YAMLException */
export function loadYaml(text: string): unknown {
  const root = { value: load(text, yamlOptions) };
  const seen = new Set<object>([root]);
  const open: object[] = [root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const members = container as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const value = members[key];
      if (typeof value !== "object" || value === null) continue;
      if (value instanceof WrittenScalar) {
        members[key] = value.value;
        keepWritten(container, key, value.text);
      } else if (!seen.has(value)) {
        seen.add(value);
        open.push(value);
      }
    }
  }
  return root.value;
}
