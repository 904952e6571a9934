import assert from "node:assert/strict";
import { test } from "node:test";
import { api, converted, ok, problemsOf, read, type Value } from "../normalise/documents.js";

const translated: [name: string, version: string, given: unknown, want: unknown][] = [
  [
    "nullable adds null to the type",
    "3.0.3",
    { type: "string", nullable: true },
    { type: ["string", "null"] },
  ],
  [
    "nullable: false changes nothing",
    "3.0.3",
    { type: "string", nullable: false },
    { type: "string" },
  ],
  [
    "nullable without a type has no effect",
    "3.0.3",
    { nullable: true, allOf: [{ type: "object" }] },
    { allOf: [{ type: "object" }] },
  ],
  [
    "nullable does not widen an enum",
    "3.0.3",
    { type: "string", nullable: true, enum: ["a"] },
    { type: ["string", "null"], enum: ["a"] },
  ],
  [
    "exclusiveMinimum: true moves the limit",
    "3.0.3",
    { type: "number", minimum: 1, exclusiveMinimum: true },
    { type: "number", exclusiveMinimum: 1 },
  ],
  [
    "exclusiveMaximum: false leaves it",
    "3.0.3",
    { maximum: 1, exclusiveMaximum: false },
    { maximum: 1 },
  ],
  ["exclusiveMinimum without a limit is nothing", "3.0.3", { exclusiveMinimum: true }, {}],
  ["a number stays an exclusive limit", "3.1.0", { exclusiveMinimum: 0 }, { exclusiveMinimum: 0 }],
  [
    "example becomes examples",
    "3.0.3",
    { example: { $ref: "#/nowhere" } },
    { examples: [{ $ref: "#/nowhere" }] },
  ],
  ["examples win over example", "3.1.0", { examples: [1], example: 2 }, { examples: [1] }],
  [
    "what only OpenAPI knows is dropped",
    "3.0.3",
    {
      discriminator: { propertyName: "t" },
      externalDocs: {},
      "x-a": 1,
      oneOf: [{ type: "object" }],
    },
    { oneOf: [{ type: "object" }] },
  ],
  [
    "readOnly, writeOnly and deprecated are kept when true",
    "3.0.3",
    { readOnly: true, writeOnly: false, deprecated: true },
    { readOnly: true, deprecated: true },
  ],
  ["readOnly is an annotation since 3.1", "3.1.0", { readOnly: true }, { readOnly: "annotation" }],
  ["readOnly: false says nothing", "3.2.0", { readOnly: false }, {}],
  ["a file is a binary string", "3.0.3", { type: "file" }, { type: "string", format: "binary" }],
  [
    "an array without items has any items",
    "3.0.3",
    { type: "array" },
    { type: "array", items: {} },
  ],
  [
    "a list of items is a tuple",
    "3.0.3",
    { type: "array", items: [{ type: "string" }] },
    { type: "array", prefixItems: [{ type: "string" }] },
  ],
  [
    "required: true on a property is a habit",
    "3.0.3",
    { properties: { a: { required: true } } },
    { properties: { a: {} } },
  ],
  [
    "required names are unique texts",
    "3.0.3",
    { required: ["a", 404, "a"] },
    { required: ["a", "404"] },
  ],
  [
    "boolean schemas",
    "3.1.0",
    { properties: { a: true, b: false }, additionalProperties: false },
    { properties: { a: true, b: false }, additionalProperties: false },
  ],
  ["a list of types", "3.1.0", { type: ["string", "null"] }, { type: ["string", "null"] }],
  ["a list of one type is that type", "3.1.0", { type: ["string"] }, { type: "string" }],
  [
    "an unquoted null among types",
    "3.1.0",
    { type: ["string", null] },
    { type: ["string", "null"] },
  ],
  [
    "const and content keywords",
    "3.1.0",
    { const: null, contentMediaType: "image/png", contentEncoding: "base64" },
    { const: null, contentMediaType: "image/png", contentEncoding: "base64" },
  ],
  [
    "data is not looked into",
    "3.1.0",
    { default: { $ref: 1 }, const: { type: "nonsense" }, enum: [{ $ref: "#/x" }] },
    { default: { $ref: 1 }, const: { type: "nonsense" }, enum: [{ $ref: "#/x" }] },
  ],
  [
    "an empty value demands nothing",
    "3.0.3",
    { properties: { a: null }, minimum: null },
    { properties: { a: {} } },
  ],
  [
    "a property may be called like a keyword",
    "3.0.3",
    { properties: { $ref: { type: "string" }, type: { type: "string" }, nullable: {} } },
    { properties: { $ref: { type: "string" }, type: { type: "string" }, nullable: {} } },
  ],
  [
    "dependencies of older drafts",
    "3.1.0",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
  ],
  ["a title that YAML reads as a number", "3.0.3", { title: 404 }, { title: "404" }],
  ["an infinite limit", "3.0.3", { maximum: Infinity }, {}],
  [
    "a pattern stays as it is",
    "3.0.3",
    { pattern: "^(\\w*/)?\\w+$" },
    { pattern: "^(\\w*/)?\\w+$" },
  ],
  [
    "a pattern with needless escapes loses them",
    "3.0.3",
    { pattern: "^[\\w\\-\\@]{2}\\:$" },
    { pattern: "^[\\w\\-@]{2}:$" },
  ],
  [
    "a hyphen behind an escape for many characters is escaped",
    "3.0.3",
    { pattern: "^[\\w-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$" },
    { pattern: "^[\\w\\-\\.]+@([\\w-]+\\.)+[\\w-]{2,4}$" },
  ],
  [
    "a hyphen before an escape for many characters is escaped",
    "3.0.3",
    { pattern: "[^+-\\d]" },
    { pattern: "[^+\\-\\d]" },
  ],
  [
    "a hyphen behind the character that follows a hyphen and an escape is no range either",
    "3.0.3",
    { pattern: "[\\d-a-z][\\s--a][+-9-\\@]" },
    { pattern: "[\\d\\-a\\-z][\\s\\-\\-a][+-9-@]" },
  ],
];
for (const [name, version, given, want] of translated) {
  test(`${name} (${version})`, () => {
    assert.deepEqual(converted(given, version), want);
    assert.deepEqual(problemsOf(given, version), []);
  });
}

const literals: [pattern: string, want: string | undefined][] = [
  ["/^[a-z]+$/", undefined],
  ["/^[a-z]+$/i", undefined],
  ["/^a/gu", undefined],
  ["/a$/", undefined],
  ["/\\A[a-z]+\\z/", undefined],
  ["/^\\/api\\/.*$/", undefined],
  ["^/v1/.*/$", "^/v1/.*/$"],
  ["/v1/", "/v1/"],
  ["/a\\$/", "/a\\$/"],
  ["^/[a-z]+$", "^/[a-z]+$"],
  ["/", "/"],
];
for (const [pattern, want] of literals) {
  test(`the pattern ${pattern} is ${want === undefined ? "left out, with a warning" : "kept"}`, () => {
    const schema = { type: "string", pattern };
    const body = { content: { "application/json": { schema } } };
    const { model, codes } = read(api({ "/a": { post: { requestBody: body, responses: ok } } }));
    const found = model.operations[0]?.body?.contents[0]?.schema as Value;
    assert.equal(found["pattern"], want);
    assert.deepEqual(codes, want === undefined ? ["warning invalid-pattern"] : []);
  });
}

const quoted: [version: string, given: unknown, want: unknown][] = [
  ["3.0.3", { type: "string", nullable: "true" }, { type: ["string", "null"] }],
  ["3.0.3", { type: "string", nullable: "False" }, { type: "string" }],
  ["2.0", { type: "string", "x-nullable": "yes" }, { type: ["string", "null"] }],
  ["3.0.3", { readOnly: "true", deprecated: "false" }, { readOnly: true }],
  ["3.0.3", { minimum: 1, exclusiveMinimum: "true" }, { exclusiveMinimum: 1 }],
  ["3.0.3", { maximum: "9", exclusiveMaximum: "false" }, { maximum: 9 }],
  [
    "3.1.0",
    { exclusiveMaximum: "2.5", multipleOf: "0.5" },
    { exclusiveMaximum: 2.5, multipleOf: 0.5 },
  ],
  [
    "3.1.0",
    { type: "array", items: true, uniqueItems: "true", minItems: "1" },
    { type: "array", items: true, uniqueItems: true, minItems: 1 },
  ],
  [
    "3.1.0",
    { type: "object", additionalProperties: "false" },
    { type: "object", additionalProperties: false },
  ],
];
for (const [version, given, want] of quoted) {
  test(`${JSON.stringify(given)} in ${version} is read as ${JSON.stringify(want)}, with a warning`, () => {
    const body = { content: { "application/json": { schema: given } } };
    const document =
      version === "2.0"
        ? {
            swagger: "2.0",
            info: { title: "A", version: "1" },
            host: "a.example",
            paths: {
              "/a": {
                post: { parameters: [{ in: "body", name: "b", schema: given }], responses: ok },
              },
            },
          }
        : api({ "/a": { post: { requestBody: body, responses: ok } } }, {}, version);
    const { model, codes } = read(document);
    assert.deepEqual(model.operations[0]?.body?.contents[0]?.schema, want);
    assert.ok(codes.length > 0, "there is a warning");
    assert.ok(
      codes.every((code) => code === "warning invalid-schema"),
      codes.join(),
    );
  });
}

const reported: [given: unknown, want: RegExp][] = [
  [
    { type: "integer", minimum: "0x" },
    /^error invalid-schema: paths\.\/a\.post\.\S+\.schema\.minimum must be a number, not the string "0x"\. Skipped: POST \/a\.$/,
  ],
  [{ type: "int" }, /^error invalid-schema: .*type must be one of/],
  [{ type: [] }, /^error invalid-schema: .*type must be/],
  [{ type: { $ref: "x" } }, /^error invalid-schema/],
  [{ minLength: -1 }, /^error invalid-schema: .*minLength must be a whole number/],
  [{ maxItems: 1.5 }, /^error invalid-schema/],
  [{ multipleOf: 0 }, /^error invalid-schema/],
  [{ uniqueItems: "maybe" }, /^error invalid-schema/],
  [
    { type: "string", nullable: "true" },
    /^warning invalid-schema: .*nullable must be true or false, not the string "true"; it is read as true\.$/,
  ],
  [
    { minLength: "3" },
    /^warning invalid-schema: .*minLength must be a number, not the string "3"; it is read as 3\.$/,
  ],
  [{ enum: "a" }, /^error invalid-schema: .*enum must be a list/],
  [{ enum: [] }, /^warning invalid-schema: .*left out/],
  [{ allOf: {} }, /^error invalid-schema/],
  [{ allOf: [] }, /^warning invalid-schema/],
  [{ properties: [] }, /^error invalid-schema/],
  [{ properties: { a: "string" } }, /^error invalid-schema: .*properties\.a must be a schema/],
  [
    { oneOf: [{ type: "string" }, { type: null }] },
    /^warning invalid-schema: .*oneOf\.1\.type must be a type, not null; it is read as "null"\.$/,
  ],
  [{ required: "a" }, /^error invalid-schema/],
  [{ required: [{}] }, /^error invalid-schema: .*required\.0/],
  [{ $ref: { a: 1 } }, /^error invalid-schema: .*\$ref must be a string/],
  [{ $ref: "#/components/parameters/p" }, /^error ref-wrong-kind/],
  [{ $ref: "#" }, /^error ref-wrong-kind/],
  [{ $ref: "#/gone" }, /^error ref-not-found: .*Skipped: POST \/a\./],
  [{ pattern: "(?i)[a-z]" }, /^warning invalid-pattern/],
  [{ pattern: "\\Aab\\z" }, /^warning invalid-pattern/],
  [{ patternProperties: { "[": {} } }, /^warning invalid-pattern/],
  [{ readOnly: "yes" }, /^warning invalid-schema/],
];
for (const [given, want] of reported) {
  test(`${JSON.stringify(given)} is reported: ${want.source.slice(1, 30)}`, () => {
    const components = { parameters: { p: { name: "p", in: "query", schema: {} } } };
    assert.match(problemsOf(given, "3.0.3", { components })[0] ?? "nothing", want);
  });
}

const alternatives: [given: Value, want: unknown][] = [
  [{ type: null }, { type: "null" }],
  [
    { type: null, description: "none", "x-a": 1 },
    { type: "null", description: "none" },
  ],
  [{ type: null, minLength: 1 }, { minLength: 1 }],
  [{ type: null, const: 5 }, { const: 5 }],
  [{ type: null, $ref: "#/components/schemas/Day" }, { $ref: "#/$defs/Day" }],
  [{}, {}],
];
for (const keyword of ["oneOf", "anyOf"]) {
  for (const [given, want] of alternatives) {
    test(`${JSON.stringify(given)} in ${keyword} is read as ${JSON.stringify(want)}`, () => {
      const components = { schemas: { Day: { type: "string" } } };
      const schema = { [keyword]: [{ type: "string" }, given] };
      const found = converted(schema, "3.1.0", { components });
      assert.deepEqual(found, { [keyword]: [{ type: "string" }, want] });
    });
  }
}

test("members beside $ref are ignored before 3.1 and kept from then on", () => {
  const schema = { description: "D", $ref: "#/components/schemas/Day", default: "x" };
  const components = { components: { schemas: { Day: { type: "string" } } } };
  assert.deepEqual(converted(schema, "3.0.3", components), { $ref: "#/$defs/Day" });
  assert.deepEqual(converted(schema, "3.1.0", components), {
    $ref: "#/$defs/Day",
    description: "D",
    default: "x",
  });
});

test("a property called __proto__ or constructor is a property", () => {
  const schema: unknown = JSON.parse(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
  );
  assert.equal(JSON.stringify(converted(schema)), JSON.stringify(schema));
});

test("the properties of a schema may be kept elsewhere", () => {
  const document = (schema: Value) =>
    api({
      "/a": {
        post: { requestBody: { content: { "application/json": { schema } } }, responses: ok },
      },
    });
  const others = {
    "p.json": {
      common: { a: { $ref: "#/x" } },
      x: { type: "string" },
      self: { b: { properties: { $ref: "#/self" } } },
    },
  };
  const { model, codes } = read(
    document({ properties: { $ref: "p.json#/common", b: {} } }),
    others,
  );
  assert.deepEqual(codes, []);
  assert.deepEqual(model.operations[0]?.body?.contents[0]?.schema, {
    properties: { a: { $ref: "#/$defs/X" }, b: {} },
  });
  const { codes: nested } = read(document({ properties: { $ref: "p.json#/self" } }), others);
  assert.equal(nested[0], "error invalid-schema");
});

test("nesting without end is refused, not followed", () => {
  let schema: Value = { type: "string" };
  for (let depth = 0; depth < 1000; depth++) schema = { items: schema };
  assert.match(problemsOf(schema)[0] ?? "", /nested more than/);
});

test("a chain of references may be as long as the document", () => {
  const schemas: Value = { S0: { type: "string" } };
  for (let n = 1; n <= 20_000; n++)
    schemas[`S${n}`] = { items: { $ref: `#/components/schemas/S${n - 1}` } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/S20000" } } };
  const { model, codes } = read(
    api(
      { "/a": { post: { requestBody: { content }, responses: ok } } },
      { components: { schemas } },
    ),
  );
  assert.deepEqual(codes, []);
  assert.equal(model.schemas.size, 20_001);
});
