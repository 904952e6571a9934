/** Documents of every version, for fast-check: hostile in their texts, names and references, and sometimes malformed. */
import fc from "fast-check";
import { anyJson, anyName, anyText, mapOf, mostly, some, type Value } from "./texts.js";

const types = ["string", "integer", "number", "boolean", "array", "object", "null", "file"];
const patterns = ["^(a+)+$", "(", "^[a-z]{2,3}$", "\\p{L}+", "(?<=a)b", "^/", "`${x}`", "(a|a)*$"];
const mediaTypes = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/xml",
  "text/plain",
  "application/octet-stream",
  "text/event-stream",
  "application/*",
  'application/json; x="`"',
];

const reference = fc
  .oneof(
    anyName.map((name) => `#/components/schemas/${name}`),
    anyName.map((name) => `#/definitions/${name}`),
    fc.constantFrom("#", "#/", "secret.json", ".env", "../secret.json", "http://127.0.0.1:1/x"),
    anyText,
  )
  .map(($ref) => ({ $ref }));

const schema: fc.Arbitrary<Value> = fc.letrec<{ schema: Value }>((tie) => {
  const inner = tie("schema");
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      some({ type: mostly(fc.constantFrom(...types)), title: anyText }),
      fc.oneof(reference, fc.boolean()),
      some({
        type: mostly(fc.constantFrom<Value>(...types, ["string", "null"])),
        description: mostly(anyText),
        properties: mostly(mapOf(inner)),
        required: mostly(fc.array(anyName, { maxLength: 3 })),
        additionalProperties: inner,
        items: inner,
        enum: mostly(fc.array(anyJson, { maxLength: 3 })),
        default: anyJson,
        example: anyJson,
        pattern: mostly(fc.oneof(fc.constantFrom(...patterns), anyText)),
        format: mostly(fc.constantFrom("date-time", "binary", "byte", "int64", "uuid", "`")),
        minLength: mostly(fc.integer()),
        maximum: mostly(fc.double()),
        uniqueItems: mostly(fc.boolean()),
        nullable: mostly(fc.boolean()),
        readOnly: mostly(fc.boolean()),
      }),
      some({
        allOf: mostly(fc.array(inner, { maxLength: 3 })),
        oneOf: mostly(fc.array(inner, { maxLength: 3 })),
        anyOf: mostly(fc.array(inner, { maxLength: 3 })),
        not: inner,
        ...Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, inner])),
        const: anyJson,
        discriminator: mostly(
          some({ propertyName: mostly(anyName), mapping: mostly(mapOf(anyText)) }),
        ),
        $id: mostly(anyText),
        $anchor: mostly(anyName),
        $dynamicRef: mostly(fc.constantFrom("#a", "#", "x")),
        $defs: mostly(mapOf(inner)),
        patternProperties: mostly(
          fc.dictionary(fc.oneof(fc.constantFrom(...patterns), anyText), inner, { maxKeys: 2 }),
        ),
        unevaluatedProperties: inner,
      }),
    ),
  };
}).schema;

const parameter = fc.oneof(
  { weight: 1, arbitrary: reference },
  {
    weight: 9,
    arbitrary: some({
      name: mostly(anyName),
      in: mostly(
        fc.constantFrom("query", "header", "path", "cookie", "body", "formData", "querystring"),
      ),
      required: mostly(fc.boolean()),
      description: mostly(anyText),
      schema: mostly(schema),
      type: mostly(fc.constantFrom(...types)),
      style: mostly(
        fc.constantFrom("form", "simple", "deepObject", "matrix", "label", "pipeDelimited"),
      ),
      explode: mostly(fc.boolean()),
      allowReserved: mostly(fc.boolean()),
      content: mostly(
        fc.dictionary(fc.constantFrom(...mediaTypes), some({ schema }), { maxKeys: 1 }),
      ),
      collectionFormat: mostly(fc.constantFrom("csv", "multi", "tsv")),
      example: anyJson,
    }),
  },
);

const content = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...mediaTypes) },
    { weight: 1, arbitrary: anyText },
  ),
  some({
    schema: mostly(schema),
    example: anyJson,
    examples: mostly(mapOf(some({ value: anyJson }))),
  }),
  { maxKeys: 2 },
);

const response = some({
  description: mostly(anyText),
  content: mostly(content),
  schema: mostly(schema),
  headers: mostly(mapOf(some({ schema }))),
  links: mostly(mapOf(some({ operationId: mostly(anyName), parameters: mostly(mapOf(anyText)) }))),
});

const operation = some({
  operationId: mostly(anyName),
  summary: mostly(anyText),
  description: mostly(anyText),
  tags: mostly(fc.array(anyText, { maxLength: 2 })),
  parameters: mostly(fc.array(parameter, { maxLength: 4 })),
  requestBody: mostly(some({ content: mostly(content), required: mostly(fc.boolean()) })),
  responses: mostly(
    fc.dictionary(fc.constantFrom("200", "404", "default", "2XX"), response, { maxKeys: 2 }),
  ),
  security: mostly(fc.array(mapOf(fc.array(anyText, { maxLength: 1 }), 2), { maxLength: 2 })),
  deprecated: mostly(fc.boolean()),
  "x-mcp": mostly(
    some({
      name: mostly(anyName),
      description: mostly(anyText),
      annotations: mostly(some({ readOnlyHint: mostly(fc.boolean()) })),
      args: mostly(mapOf(some({ fix: anyJson, hide: mostly(fc.boolean()), rename: anyName }))),
    }),
  ),
});

const paths = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom("/a", "/a/{id}", "/{id}/{a}", "/b", "/b/{a-b}.json") },
    { weight: 1, arbitrary: anyText.map((text) => `/${text}`) },
  ),
  mostly(
    some({
      get: mostly(operation),
      post: mostly(operation),
      delete: mostly(operation),
      parameters: mostly(fc.array(parameter, { maxLength: 2 })),
    }),
  ),
  { minKeys: 1, maxKeys: 3 },
);

const scheme = fc.oneof(
  some({
    type: mostly(fc.constantFrom("apiKey")),
    name: mostly(anyName),
    in: mostly(fc.constantFrom("query", "header", "cookie")),
  }),
  some({
    type: mostly(fc.constantFrom("http")),
    scheme: mostly(fc.constantFrom("bearer", "basic", "digest")),
  }),
  some({
    type: mostly(fc.constantFrom("oauth2")),
    flows: mostly(
      some({ clientCredentials: some({ tokenUrl: mostly(anyText), scopes: mapOf(anyText) }) }),
    ),
  }),
);

const info = some({
  title: mostly(anyText),
  version: mostly(anyText),
  description: mostly(anyText),
});

/** All requests of a document go to these hosts. */
export const hosts: readonly string[] = ["api.example", "other.example"];
const servers = fc.constantFrom(
  [{ url: "https://api.example/v1" }],
  [{ url: "https://{h}.example/", variables: { h: { default: "api", enum: ["api", "other"] } } }],
  [{ url: "https://api.example" }, { url: "https://other.example" }],
);

export const documents: fc.Arbitrary<Value> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      openapi: fc.constantFrom("3.0.3", "3.1.0", "3.2.0"),
      info: mostly(info),
      servers,
      paths: mostly(paths),
      components: mostly(
        some({
          schemas: mostly(mapOf(schema)),
          parameters: mostly(mapOf(parameter)),
          securitySchemes: mostly(mapOf(scheme)),
        }),
      ),
      security: mostly(fc.array(mapOf(fc.constant([]), 1), { maxLength: 1 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      swagger: fc.constant("2.0"),
      info: mostly(info),
      host: fc.constant("api.example"),
      schemes: fc.constant(["https"]),
      paths: mostly(paths),
      definitions: mostly(mapOf(schema)),
      securityDefinitions: mostly(mapOf(scheme)),
    }),
  },
  { weight: 1, arbitrary: anyJson },
);

const argumentSettings = some({
  fix: anyJson,
  default: anyJson,
  hide: mostly(fc.boolean()),
  rename: mostly(anyName),
  description: mostly(anyText),
});

export const routeMaps: fc.Arbitrary<Value> = fc.record({
  routes: mostly(
    fc.array(
      fc.record(
        {
          match: mostly(
            some({
              path: mostly(fc.constantFrom("/**", "/a*", "{a,b}", "+(a)+(a)")),
              pathRegex: mostly(fc.constantFrom(...patterns)),
              method: mostly(fc.constantFrom("GET", "POST")),
              operationId: mostly(anyName),
            }),
          ),
          expose: mostly(fc.constantFrom("tool", "resource", "template", "exclude")),
          name: mostly(anyName),
          description: mostly(anyText),
          args: mostly(mapOf(argumentSettings)),
          select: mostly(fc.constantFrom("a", "[].b", "length(@)", "((", "*.*.*")),
          confirm: mostly(anyText),
          limit: mostly(fc.integer()),
        },
        { requiredKeys: ["match"] },
      ),
      { maxLength: 2 },
    ),
  ),
});
