/** Schemas and values whose naive check takes exponential or quadratic time, an endless recursion or a deep stack. */
import type { JsonObject } from "../../../runtime/protocol/json.js";

/** `unchecked`: the check says that it would take too much work. */
export type Verdict = "valid" | "invalid" | "unchecked";

export interface HostileCheck {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: unknown;
  /** What the check may say. */
  readonly verdicts: readonly Verdict[];
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);
const object = (length: number, value: (index: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(range(length).map((index) => [`k${index}`, value(index)]));
const nested = (depth: number, wrap: (inner: unknown) => unknown, core: unknown): unknown =>
  range(depth).reduce((inner: unknown) => wrap(inner), core);

const exactly = (verdict: Verdict): readonly Verdict[] => [verdict];
const refused: readonly Verdict[] = ["invalid", "unchecked"];
const accepted: readonly Verdict[] = ["valid", "unchecked"];

/** A filter as search APIs have it: each level is `and`, `or`, `not` or a comparison. */
function filterSchema(union: "oneOf" | "anyOf"): JsonObject {
  const filter = { $ref: "#/$defs/Filter" };
  const list = (name: string) => ({
    type: "object",
    properties: { [name]: { type: "array", items: filter } },
  });
  return {
    ...filter,
    $defs: {
      Filter: {
        [union]: [
          { ...list("and"), required: ["and"] },
          { ...list("or"), required: ["or"] },
          { type: "object", properties: { not: filter }, required: ["not"] },
          { type: "object", properties: { field: { type: "string" } }, required: ["field"] },
        ],
      },
    },
  };
}

/** Forms of a recursive object that no member tells apart. */
function vagueFormsAround(node: JsonObject, forms: number): readonly JsonObject[] {
  return range(forms).map((index) => ({
    type: "object",
    properties: { inner: node, [`m${index}`]: { type: "string" } },
  }));
}

/** Without discriminating members each level is tried by every form. */
function vagueTree(union: "oneOf" | "anyOf", forms: number): JsonObject {
  const node = { $ref: "#/$defs/Node" };
  return {
    ...node,
    $defs: {
      Node: {
        [union]: vagueFormsAround(node, forms),
      },
    },
  };
}

const chain = (depth: number, core: unknown): unknown =>
  nested(depth, (inner) => ({ inner }), core);
const notChain = (depth: number, core: unknown): unknown => nested(depth, (not) => ({ not }), core);

const wide = range(3000).map((index) => ({
  type: "object",
  properties: { kind: { const: `k${index}` }, [`p${index}`]: { type: "integer" } },
  required: ["kind", `p${index}`],
}));
const vagueForms = range(3000).map((index) => ({
  type: "object",
  properties: { [`p${index}`]: { type: "integer" } },
  required: [`p${index}`],
}));

const text = (pattern: string): JsonObject => ({ type: "string", pattern });

export const hostileChecks: readonly HostileCheck[] = [
  {
    name: "a valid tree of and, or and not of 427 bytes",
    schema: filterSchema("oneOf"),
    value: notChain(51, { and: [{ field: "a" }, { or: [{ field: "b" }] }] }),
    verdicts: exactly("valid"),
  },
  {
    name: "the same tree with a fault at its end",
    schema: filterSchema("anyOf"),
    value: notChain(51, { and: [{ field: 1 }] }),
    verdicts: exactly("invalid"),
  },
  {
    name: "a recursive oneOf whose forms all fit",
    schema: vagueTree("oneOf", 3),
    value: chain(66, {}),
    verdicts: exactly("invalid"),
  },
  {
    name: "a recursive anyOf whose forms all fail",
    schema: vagueTree("anyOf", 8),
    value: chain(60, { m0: 1, m1: 1, m2: 1, m3: 1, m4: 1, m5: 1, m6: 1, m7: 1, inner: 3 }),
    verdicts: exactly("invalid"),
  },
  {
    name: "a recursive oneOf by $recursiveRef",
    schema: {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      $recursiveAnchor: true,
      oneOf: vagueFormsAround({ $recursiveRef: "#" }, 3),
    },
    value: chain(40, {}),
    verdicts: refused,
  },
  {
    name: "a recursive oneOf by $dynamicRef",
    schema: {
      $id: "https://a.example/tree",
      $dynamicAnchor: "node",
      oneOf: vagueFormsAround({ $dynamicRef: "#node" }, 3),
    },
    value: chain(40, {}),
    verdicts: refused,
  },
  {
    name: "nested conditions",
    schema: {
      $defs: {
        Node: {
          if: { properties: { inner: { $ref: "#/$defs/Node" } }, required: ["a"] },
          // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
          then: { properties: { inner: { $ref: "#/$defs/Node" } } },
          else: { properties: { inner: { $ref: "#/$defs/Node" } } },
        },
      },
      $ref: "#/$defs/Node",
    },
    value: chain(300, {}),
    verdicts: exactly("valid"),
  },
  {
    name: "mutual recursion without progress",
    schema: {
      $ref: "#/$defs/A",
      $defs: {
        A: { allOf: [{ $ref: "#/$defs/B" }] },
        B: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/C" }] },
        C: { not: { $ref: "#/$defs/B" } },
      },
    },
    value: { a: 1 },
    verdicts: ["valid", "invalid", "unchecked"],
  },
  {
    name: "references that double at each level",
    schema: {
      $ref: "#/$defs/n0",
      $defs: Object.fromEntries(
        range(60).map((index) => [
          `n${index}`,
          index === 59
            ? { type: "string" }
            : { allOf: [{ $ref: `#/$defs/n${index + 1}` }, { $ref: `#/$defs/n${index + 1}` }] },
        ]),
      ),
    },
    value: "x",
    verdicts: exactly("valid"),
  },
  {
    name: "references that double, on a value that fails",
    schema: {
      $ref: "#/$defs/n0",
      $defs: Object.fromEntries(
        range(60).map((index) => [
          `n${index}`,
          index === 59
            ? { type: "string" }
            : { anyOf: [{ $ref: `#/$defs/n${index + 1}` }, { $ref: `#/$defs/n${index + 1}` }] },
        ]),
      ),
    },
    value: 1,
    verdicts: exactly("invalid"),
  },
  {
    name: "uniqueItems of 60,000 objects",
    schema: { type: "array", uniqueItems: true },
    value: range(60_000).map((id) => ({ id })),
    verdicts: accepted,
  },
  {
    name: "uniqueItems of 60,000 numbers, the last one twice",
    schema: { type: "array", uniqueItems: true },
    value: [...range(60_000), 59_999],
    verdicts: exactly("invalid"),
  },
  {
    name: "uniqueItems of large objects that differ at their ends",
    schema: { type: "array", uniqueItems: true },
    value: range(400).map((id) => ({ ...object(200, (index) => index), id })),
    verdicts: accepted,
  },
  {
    name: "contains with bounds on 100,000 items",
    schema: { type: "array", contains: { const: 1 }, minContains: 3, maxContains: 4 },
    value: range(100_000),
    verdicts: refused,
  },
  {
    name: "an answer of 2.7 MB of the wrong type",
    schema: {
      type: "array",
      items: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    },
    value: range(200_000).map((id) => ({ id })),
    verdicts: refused,
  },
  {
    name: "an answer whose every member is wrong",
    schema: { type: "object", additionalProperties: { type: "integer" } },
    value: object(100_000, String),
    verdicts: refused,
  },
  {
    name: "an answer with as many forbidden members",
    schema: { type: "object", properties: { a: {} }, additionalProperties: false },
    value: object(100_000, (index) => index),
    verdicts: refused,
  },
  {
    name: "patternProperties on many members",
    schema: {
      type: "object",
      patternProperties: Object.fromEntries(
        range(200).map((index) => [`^(k+)+${index}$`, { type: "integer" }]),
      ),
    },
    value: object(5_000, (index) => index),
    verdicts: accepted,
  },
  {
    name: "propertyNames with a pattern that backtracks",
    schema: { type: "object", propertyNames: { pattern: "^(a+)+$" } },
    value: Object.fromEntries(range(2_000).map((index) => [`${"a".repeat(40)}${index}!`, 1])),
    verdicts: refused,
  },
  {
    name: "a chain of unevaluatedProperties",
    schema: nested(
      60,
      (inner) => ({ allOf: [inner, { properties: { a: {} } }], unevaluatedProperties: true }),
      { properties: { k0: {} } },
    ) as JsonObject,
    value: object(2_000, (index) => index),
    verdicts: accepted,
  },
  {
    name: "unevaluatedProperties behind unions",
    schema: {
      allOf: range(40).map((index) => ({
        anyOf: [{ properties: { [`k${index}`]: {} } }, { properties: { k0: {} } }],
      })),
      unevaluatedProperties: false,
    },
    value: object(5_000, (index) => index),
    verdicts: refused,
  },
  {
    name: "unevaluatedItems behind contains",
    schema: {
      type: "array",
      allOf: range(20).map((index) => ({ contains: { const: index } })),
      unevaluatedItems: { type: "string" },
    },
    value: range(20_000),
    verdicts: refused,
  },
  {
    name: "an enum of 100,000 values",
    schema: { enum: range(100_000).map((index) => `value ${index}`) },
    value: "value",
    verdicts: exactly("invalid"),
  },
  {
    name: "an enum of 20,000 objects",
    schema: { enum: range(20_000).map((index) => ({ a: { b: index } })) },
    value: { a: { b: -1 } },
    verdicts: refused,
  },
  {
    name: "a list of values of a long enum",
    schema: { type: "array", items: { enum: range(5_000).map((index) => ({ index })) } },
    value: range(5_000).map((index) => ({ index })),
    verdicts: accepted,
  },
  {
    name: "anyOf of 3,000 forms with a kind",
    schema: { anyOf: wide },
    value: { kind: "k2999", p2999: "x" },
    verdicts: exactly("invalid"),
  },
  {
    name: "oneOf of 3,000 forms without a kind",
    schema: { oneOf: vagueForms },
    value: { p2999: "x" },
    verdicts: refused,
  },
  {
    name: "a list of items of 3,000 forms without a kind",
    schema: { type: "array", items: { anyOf: vagueForms } },
    value: range(2_000).map(() => ({ p2999: 1 })),
    verdicts: accepted,
  },
  {
    name: "a value nested 10,000 levels deep",
    schema: { $ref: "#/$defs/N", $defs: { N: { properties: { inner: { $ref: "#/$defs/N" } } } } },
    value: chain(10_000, {}),
    verdicts: accepted,
  },
  {
    name: "a value nested 10,000 levels deep, against const",
    schema: { const: chain(500, {}) } as JsonObject,
    value: chain(10_000, {}),
    verdicts: refused,
  },
  {
    name: "a deep value in uniqueItems",
    schema: { type: "array", uniqueItems: true },
    value: [chain(10_000, 1), chain(10_000, 2)],
    verdicts: accepted,
  },
  {
    name: "dependentSchemas that all apply",
    schema: {
      type: "object",
      dependentSchemas: object(300, (index) => ({ required: [`k${(index + 1) % 300}`] })),
      dependentRequired: object(300, (index) => [`k${index}`, "missing"]),
    },
    value: object(300, (index) => index),
    verdicts: exactly("invalid"),
  },
  {
    name: "dependentRequired of names that no item has",
    schema: { type: "array", items: { dependentRequired: object(10_000, () => ["a"]) } },
    value: range(50_000).map(() => ({})),
    verdicts: accepted,
  },
  {
    name: "a member that requires 100,000 others",
    schema: { dependentRequired: { a: range(100_000).map((index) => `required${index}`) } },
    value: { a: 1 },
    verdicts: exactly("invalid"),
  },
  {
    name: "dependentSchemas of names that no item has",
    schema: { type: "array", items: { dependentSchemas: object(10_000, () => false) } },
    value: range(50_000).map(() => ({})),
    verdicts: accepted,
  },
  {
    name: "patternProperties of which no pattern is enforced",
    schema: {
      allOf: range(500).map(() => ({ patternProperties: { "^(a{1,1000}){1,1000}$": {} } })),
    },
    value: object(50_000, (index) => index),
    verdicts: accepted,
  },
  {
    name: "unevaluatedProperties behind many patterns",
    schema: {
      type: "array",
      items: {
        patternProperties: Object.fromEntries(range(1_100).map((index) => [`^p${index}$`, true])),
        unevaluatedProperties: { type: "integer" },
      },
    },
    value: range(1_000).map(() => ({ a: 1 })),
    verdicts: accepted,
  },
  {
    name: "unevaluatedProperties behind many names and dependentSchemas",
    schema: {
      type: "array",
      items: {
        properties: object(2_000, () => true),
        dependentSchemas: object(2_000, () => false),
        unevaluatedProperties: { type: "integer" },
      },
    },
    value: range(50_000).map(() => ({ a: 1 })),
    verdicts: accepted,
  },
  {
    name: "unevaluatedItems behind many schemas that say nothing",
    schema: {
      type: "array",
      items: { allOf: range(1_000).map(() => ({})), unevaluatedItems: { type: "integer" } },
    },
    value: range(50_000).map(() => [1]),
    verdicts: accepted,
  },
  {
    name: "the length of a long text, asked many times",
    schema: { allOf: range(10_000).map(() => ({ maxLength: 100_000 })) },
    value: "😀".repeat(60_000),
    verdicts: accepted,
  },
  {
    name: "multipleOf with a tiny step on many huge numbers",
    schema: { type: "array", items: { multipleOf: 1e-300 } },
    value: range(200_000).map((index) => index * 1e300),
    verdicts: accepted,
  },
  {
    name: "a long text with minLength",
    schema: { type: "string", minLength: 3_000_000, maxLength: 4_000_000 },
    value: "😀".repeat(1_000_000),
    verdicts: refused,
  },
  {
    name: "multipleOf with a tiny step",
    schema: { type: "number", multipleOf: 1e-300 },
    value: 1e300,
    verdicts: ["valid", "invalid"],
  },
  ...(
    [
      ["^(a+)+$", `${"a".repeat(40)}!`],
      ["^(a+)+$", `${"a".repeat(100_000)}!`],
      [String.raw`\s+$`, `${" ".repeat(100_000)}x`],
      ["^a*a*a*$", `${"a".repeat(100_000)}b`],
      ["^(a|a)*$", `${"a".repeat(100_000)}b`],
      [String.raw`^(\w+\s?)*$`, `${"ab ".repeat(50_000)}!`],
      ["^([a-z]+,?)+$", `${"ab,".repeat(50_000)}!`],
      ["(?=(a+)+$)b", "a".repeat(100_000)],
      ["^[^@]+@[^@]+[.][^@]+$", `a@${".".repeat(100_000)}@`],
    ] as const
  ).map(([pattern, value]) => ({
    name: `the pattern ${pattern} on ${value.length} characters`,
    schema: text(pattern),
    value,
    verdicts: refused,
  })),
  {
    name: "the pattern x{0,65535} on a long text",
    schema: text("x{0,65535}"),
    value: "x".repeat(200_000),
    verdicts: accepted,
  },
  {
    name: "the pattern (a{1,1000}){1,1000}, which is not enforced",
    schema: text("^(a{1,1000}){1,1000}$"),
    value: "b",
    verdicts: exactly("valid"),
  },
  {
    name: "a pattern on each of 50,000 texts",
    schema: { type: "array", items: text("^(a+)+$") },
    value: range(50_000).map(() => `${"a".repeat(40)}!`),
    verdicts: refused,
  },
];
