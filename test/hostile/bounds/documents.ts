/** Documents of which some part is far larger, or makes far more work, than in any honest document. */

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Members = { readonly [key: string]: Json };

/** What the builders of a document say; the rest is the same in all of them. */
interface Parts {
  readonly paths?: Members;
  readonly schemas?: Members;
  readonly components?: Members;
  readonly root?: Members;
  readonly version?: string;
}

const ok: Members = { "200": { description: "ok" } };

function documentOf({ paths = {}, schemas, components, root, version = "3.1.0" }: Parts): Json {
  return {
    openapi: version,
    info: { title: "Bounds", version: "1" },
    servers: [{ url: "https://api.example.test" }],
    paths,
    components: { ...components, ...(schemas ? { schemas } : {}) },
    ...root,
  };
}

/** An operation with a body of this schema, which it also returns. */
function operationOf(schema: Json, more: Members = {}): Members {
  const content = { "application/json": { schema } };
  return {
    operationId: "op",
    requestBody: { required: true, content },
    responses: { "200": { description: "ok", content } },
    ...more,
  };
}

function schemaDocument(schema: Json, schemas: Members = {}, version?: string): Json {
  return documentOf({
    paths: { "/op": { post: operationOf(schema) } },
    schemas,
    ...(version === undefined ? {} : { version }),
  });
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function record(count: number, make: (index: number) => readonly [string, Json]): Members {
  return Object.fromEntries(many(count, make));
}

const schemaRef = (name: string): Members => ({ $ref: `#/components/schemas/${name}` });

/** Each schema requires two members of the next, so that a sample of the first has 2^n. */
function doubling(count: number, form: (next: Json) => Json): Members {
  return record(count + 1, (i) => [
    `S${i}`,
    i === count ? { type: "string" } : form(schemaRef(`S${i + 1}`)),
  ]);
}

const pair =
  (keyword?: string) =>
  (next: Json): Json => {
    const object = {
      type: "object",
      required: ["a", "b"],
      properties: { a: next, b: next },
    };
    return keyword === undefined ? object : { [keyword]: [object] };
  };

export const documents: { readonly [name: string]: () => Json | string } = {
  "a path of 40 KB with 5,000 parameters": () => {
    const names = many(5_000, (i) => `p${i}`);
    return documentOf({
      paths: {
        [`/${names.map((name) => `{${name}}`).join("/")}`]: {
          get: {
            operationId: "op",
            parameters: names.map((name) => ({
              name,
              in: "path",
              required: true,
              schema: { type: "string" },
            })),
            responses: ok,
          },
        },
      },
    });
  },
  "a path with 5,000 undeclared parameters": () =>
    documentOf({
      paths: {
        [`/${many(5_000, (i) => `{p${i}}`).join("-")}`]: {
          get: { operationId: "op", responses: ok },
        },
      },
    }),
  "a path with 20,000 open braces": () =>
    documentOf({
      paths: {
        [`/${"{".repeat(20_000)}`]: { get: { operationId: "op", responses: ok } },
        [`/x${"{a".repeat(20_000)}`]: { get: { operationId: "op2", responses: ok } },
      },
    }),
  "5,000 query parameters with unused path parameters": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            parameters: many(5_000, (i) => ({
              name: `p${i}`,
              in: i % 2 === 0 ? "query" : "path",
              required: true,
              schema: { type: "string" },
            })),
            responses: ok,
          },
        },
      },
    }),
  "20,000 parameters of one name": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            parameters: many(20_000, (i) => ({
              name: "a".repeat(1 + (i % 3)) + "!".repeat(i % 50) + "-".repeat(Math.floor(i / 50)),
              in: "query",
              schema: { type: "string" },
            })),
            responses: ok,
          },
        },
      },
    }),
  "3,000 $ids": () =>
    schemaDocument(
      {
        type: "object",
        properties: record(3_000, (i) => [`p${i}`, { $ref: `https://x.test/${i}` }]),
      },
      record(3_000, (i) => [`S${i}`, { $id: `https://x.test/${i}`, type: "string" }]),
    ),
  "3,000 nested $ids": () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 300; i++) {
      schema = {
        $id: `https://x.test/${i}/`,
        $anchor: `a${i}`,
        type: "object",
        properties: { n: schema, ...record(10, (j) => [`q${j}`, { $id: `${j}`, $ref: `#a${i}` }]) },
      };
    }
    return schemaDocument(schema);
  },
  "20,000 chained $refs": () =>
    schemaDocument(
      schemaRef("S0"),
      record(20_000, (i) => [`S${i}`, i === 19_999 ? { type: "string" } : schemaRef(`S${i + 1}`)]),
    ),
  "20,000 chained $refs in 3.0": () =>
    schemaDocument(
      schemaRef("S0"),
      record(20_000, (i) => [`S${i}`, i === 19_999 ? { type: "string" } : schemaRef(`S${i + 1}`)]),
      "3.0.3",
    ),
  "20,000 chained $refs with siblings": () =>
    schemaDocument(
      schemaRef("S0"),
      record(20_000, (i) => [
        `S${i}`,
        i === 19_999 ? { type: "string" } : { ...schemaRef(`S${i + 1}`), description: `d${i}` },
      ]),
    ),
  "20,000 chained $refs of parameters": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            parameters: [{ $ref: "#/components/parameters/P0" }],
            responses: ok,
          },
        },
      },
      components: {
        parameters: record(20_000, (i) => [
          `P${i}`,
          i === 19_999
            ? { name: "q", in: "query", schema: { type: "string" } }
            : { $ref: `#/components/parameters/P${i + 1}` },
        ]),
      },
    }),
  "a chain of 20,000 members": () =>
    schemaDocument(
      schemaRef("S0"),
      record(20_000, (i) => [
        `S${i}`,
        i === 19_999
          ? { type: "string" }
          : { type: "object", required: ["n"], properties: { n: schemaRef(`S${i + 1}`) } },
      ]),
    ),
  "a chain of 2,000 allOfs": () =>
    schemaDocument(
      schemaRef("S0"),
      record(2_000, (i) => [
        `S${i}`,
        i === 1_999
          ? { type: "object", properties: { z: { type: "string" } } }
          : { allOf: [schemaRef(`S${i + 1}`), { properties: { [`p${i}`]: { type: "string" } } }] },
      ]),
    ),
  "a chain of 5,000 oneOfs": () =>
    schemaDocument(
      schemaRef("S0"),
      record(5_000, (i) => [
        `S${i}`,
        i === 4_999
          ? { type: "object", properties: { z: { type: "string" } } }
          : { oneOf: [schemaRef(`S${i + 1}`), { properties: { [`p${i}`]: { type: "string" } } }] },
      ]),
    ),
  "5,000 missing $refs": () =>
    schemaDocument({
      type: "object",
      properties: record(5_000, (i) => [`p${i}`, schemaRef(`Missing${i}`)]),
    }),
  "5,000 missing $refs beside 5,000 names": () =>
    schemaDocument(
      { type: "object", properties: record(5_000, (i) => [`p${i}`, schemaRef(`Missing${i}`)]) },
      record(5_000, (i) => [`Present${i}`, { type: "string" }]),
    ),
  "5,000 missing $refs with names of 1 KB": () =>
    schemaDocument(
      {
        type: "object",
        properties: record(5_000, (i) => [`p${i}`, schemaRef("m".repeat(1_000) + i)]),
      },
      record(500, (i) => ["M".repeat(1_000) + i, { type: "string" }]),
    ),
  "20,000 operations of one operationId": () =>
    documentOf({
      paths: record(20_000, (i) => [`/a${i}`, { get: { operationId: "op", responses: ok } }]),
    }),
  "20,000 colliding tool names": () =>
    documentOf({
      paths: record(20_000, (i) => [
        `/a${i}`,
        {
          post: {
            operationId: `op${"-".repeat(i % 141)}_${"!".repeat(Math.floor(i / 141))}`,
            responses: ok,
          },
        },
      ]),
    }),
  "20,000 operations without an operationId": () =>
    documentOf({
      paths: record(20_000, (i) => [
        `/a${"-".repeat(i % 141)}/${"_".repeat(Math.floor(i / 141))}`,
        { get: { responses: ok } },
      ]),
    }),
  "20,000 colliding component names": () =>
    schemaDocument(
      { type: "object", properties: record(20_000, (i) => [`p${i}`, schemaRef(name(i))]) },
      record(20_000, (i) => [
        name(i),
        { type: "object", title: "Same", properties: { a: { type: "string" } } },
      ]),
    ),
  "20,000 colliding schema titles": () =>
    schemaDocument({
      type: "object",
      properties: record(20_000, (i) => [
        `p${i}`,
        { type: "object", title: "Same", properties: { a: { type: "string" } } },
      ]),
    }),
  "20,000 colliding members": () =>
    schemaDocument({
      type: "object",
      required: many(20_000, name),
      properties: record(20_000, (i) => [name(i), { type: "string" }]),
    }),
  "5,000 colliding names of body and query": () =>
    documentOf({
      paths: {
        "/op": {
          post: operationOf(
            { type: "object", properties: record(5_000, (i) => [`p${i}`, { type: "string" }]) },
            {
              parameters: many(5_000, (i) => ({
                name: `p${i}`,
                in: (["query", "header", "cookie"] as const)[i % 3] ?? "query",
                schema: { type: "string" },
              })),
            },
          ),
        },
      },
    }),
  "20,000 tags": () =>
    documentOf({
      root: {
        tags: many(20_000, (i) => ({ name: `t${"-".repeat(i % 141)}${"_".repeat(i / 141)}` })),
      },
      paths: {
        "/a": {
          get: { operationId: "op", tags: many(20_000, () => "t"), responses: ok },
        },
      },
    }),
  "an enum of 100,000 values": () =>
    schemaDocument({
      type: "object",
      required: ["e"],
      properties: { e: { type: "string", enum: many(100_000, (i) => `v${i}`) } },
    }),
  "an enum of 20,000 objects": () =>
    schemaDocument({
      type: "object",
      required: ["e"],
      properties: { e: { enum: many(20_000, (i) => ({ a: [i, { b: i }] })) } },
    }),
  "5,000 enums of 100 values": () =>
    schemaDocument({
      type: "object",
      properties: record(5_000, (i) => [
        `e${i}`,
        { type: "string", enum: many(100, (j) => `v${j}`) },
      ]),
    }),
  "25 doublings of required members": () => schemaDocument(schemaRef("S0"), doubling(25, pair())),
  "25 doublings of required members in lists": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ type: "array", minItems: 2, items: next })),
    ),
  "25 doublings in allOf": () => schemaDocument(schemaRef("S0"), doubling(25, pair("allOf"))),
  "25 doublings in oneOf": () => schemaDocument(schemaRef("S0"), doubling(25, pair("oneOf"))),
  "25 doublings in anyOf": () => schemaDocument(schemaRef("S0"), doubling(25, pair("anyOf"))),
  "25 doublings in prefixItems": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ type: "array", minItems: 2, prefixItems: [next, next] })),
    ),
  "25 doublings of optional members": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ type: "object", properties: { a: next, b: next } })),
    ),
  "25 doublings in Swagger 2.0": () => {
    const definitions = record(26, (i) => {
      const next = { $ref: `#/definitions/S${i + 1}` };
      return [
        `S${i}`,
        i === 25
          ? { type: "string" }
          : { type: "object", required: ["a", "b"], properties: { a: next, b: next } },
      ];
    });
    const schema = { $ref: "#/definitions/S0" };
    return {
      swagger: "2.0",
      info: { title: "Bounds", version: "1" },
      host: "api.example.test",
      consumes: ["application/json"],
      paths: {
        "/op": {
          post: {
            operationId: "op",
            parameters: [{ in: "body", name: "body", required: true, schema }],
            responses: { "200": { description: "ok", schema } },
          },
        },
      },
      definitions,
    };
  },
  "25 doublings in a query parameter": () =>
    documentOf({
      paths: {
        "/op": {
          get: {
            operationId: "op",
            parameters: [
              {
                name: "q",
                in: "query",
                required: true,
                content: { "application/json": { schema: schemaRef("S0") } },
              },
              {
                name: "r",
                in: "query",
                style: "deepObject",
                required: true,
                schema: schemaRef("S0"),
              },
            ],
            responses: ok,
          },
        },
      },
      schemas: doubling(25, pair()),
    }),
  "25 doublings in forms": () =>
    documentOf({
      paths: record(3, (i) => [
        `/op${i}`,
        {
          post: {
            operationId: `op${i}`,
            requestBody: {
              required: true,
              content: {
                [["application/x-www-form-urlencoded", "multipart/form-data", "application/xml"][
                  i
                ] ?? ""]: { schema: schemaRef("S0") },
              },
            },
            responses: {
              "200": {
                description: "ok",
                content: { "application/xml": { schema: schemaRef("S0") } },
              },
            },
          },
        },
      ]),
      schemas: doubling(25, pair()),
    }),
  "25 doublings of allOf branches": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ allOf: [next, next] })),
    ),
  "25 doublings of oneOf branches": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ oneOf: [next, { type: "object", properties: { x: next } }] })),
    ),
  "25 doublings of inline anyOf": () =>
    schemaDocument(
      schemaRef("S0"),
      doubling(25, (next) => ({ anyOf: [next, { allOf: [next] }] })),
    ),
  "a product of 12 oneOfs in an allOf": () =>
    schemaDocument({
      allOf: many(12, (i) => ({
        oneOf: many(8, (j) => ({
          type: "object",
          required: [`p${i}_${j}`],
          properties: { [`p${i}_${j}`]: { type: "string" } },
        })),
      })),
    }),
  "a product of oneOfs in members": () =>
    schemaDocument({
      type: "object",
      required: many(30, (i) => `p${i}`),
      properties: record(30, (i) => [
        `p${i}`,
        {
          oneOf: many(30, (j) => ({
            type: "object",
            required: ["k"],
            properties: { k: { const: j } },
          })),
        },
      ]),
    }),
  "oneOfs within oneOfs": () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 60; i++) {
      schema = {
        oneOf: many(3, (j) => ({
          type: "object",
          required: [`p${j}`],
          properties: { [`p${j}`]: j === 0 ? schema : { type: "number" } },
        })),
      };
    }
    return schemaDocument(schema);
  },
  "a discriminator of 5,000 forms": () =>
    schemaDocument(schemaRef("Base"), {
      Base: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        oneOf: many(5_000, (i) => schemaRef(`F${i}`)),
        discriminator: {
          propertyName: "kind",
          mapping: record(5_000, (i) => [`f${i}`, `#/components/schemas/F${i}`]),
        },
      },
      ...record(5_000, (i) => [
        `F${i}`,
        {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" }, [`x${i}`]: { type: "string" } },
        },
      ]),
    }),
  "a base with 5,000 subtypes by allOf": () =>
    schemaDocument(schemaRef("Base"), {
      Base: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" } },
        discriminator: { propertyName: "kind" },
      },
      ...record(5_000, (i) => [
        `F${i}`,
        { allOf: [schemaRef("Base"), { properties: { [`x${i}`]: { type: "string" } } }] },
      ]),
    }),
  "2,000 overlapping forms": () =>
    schemaDocument({
      oneOf: many(2_000, (i) => ({
        type: "object",
        properties: { a: { type: "string" }, [`b${i}`]: { type: "string" } },
      })),
    }),
  "an oneOf of 2,000 forms of 50 members": () =>
    schemaDocument({
      oneOf: many(2_000, (i) => ({
        type: "object",
        required: ["k"],
        properties: { k: { const: i }, ...record(50, (j) => [`m${j}`, { type: "integer" }]) },
      })),
    }),
  "100,000 paths": () =>
    documentOf({
      paths: record(100_000, (i) => [`/a${i}`, { get: { operationId: `op${i}`, responses: ok } }]),
    }),
  "20,000 paths that differ in names of parameters": () =>
    documentOf({
      paths: record(20_000, (i) => [
        `/a/{p${i}}`,
        {
          get: {
            operationId: `op${i}`,
            parameters: [{ name: `p${i}`, in: "path", required: true, schema: { type: "string" } }],
            responses: ok,
          },
        },
      ]),
    }),
  "20,000 members": () =>
    schemaDocument({
      type: "object",
      required: many(20_000, (i) => `m${i}`),
      properties: record(20_000, (i) => [`m${i}`, { type: "integer", minimum: i }]),
    }),
  "a string of 5 MB as description": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            summary: "<b>*_`[x](".repeat(50_000),
            description: `${"<p>a</p> ".repeat(200_000)}${"<".repeat(500_000)}${"[".repeat(500_000)}${"*".repeat(500_000)}${"\n ".repeat(500_000)}${"&".repeat(500_000)}`,
            responses: ok,
          },
        },
      },
    }),
  "a name of 2 MB": () =>
    documentOf({
      paths: {
        [`/${"aB-".repeat(700_000)}`]: {
          get: {
            operationId: "aB_".repeat(700_000),
            tags: ["aB-".repeat(700_000)],
            parameters: [{ name: "aB-".repeat(700_000), in: "query", schema: { type: "string" } }],
            responses: ok,
          },
        },
      },
      root: { info: { title: "aB - ".repeat(300_000), version: "1".repeat(1_000_000) } },
    }),
  "texts of spaces and dots": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: " ".repeat(200_000) + "x",
            summary: " ".repeat(200_000) + "x",
            description: `a${" ".repeat(300_000)}b${".".repeat(300_000)}${"\t".repeat(300_000)}${"\r\n".repeat(100_000)}x`,
            responses: ok,
          },
        },
      },
      root: {
        info: {
          title: `${" ".repeat(200_000)}x`,
          version: `${"1.".repeat(100_000)}x`,
          description: " ".repeat(300_000) + "x",
        },
        servers: [{ url: `https://api.example.test${"/".repeat(200_000)}x` }],
      },
    }),
  "500 servers with variables of 200 values": () =>
    documentOf({
      paths: { "/a": { get: { operationId: "op", responses: ok } } },
      root: {
        servers: many(500, (i) => ({
          url: `https://{a}.{b}.{c}.{d}.{e}.s${i}.example.test/{f}`,
          variables: record(6, (j) => [
            "abcdef"[j] ?? "",
            { default: "v0", enum: many(200, (k) => `v${k}`) },
          ]),
        })),
      },
    }),
  "2,000 servers of operations": () =>
    documentOf({
      paths: record(2_000, (i) => [
        `/a${i}`,
        {
          servers: [{ url: `https://s${i}.example.test` }],
          get: {
            operationId: `op${i}`,
            servers: many(3, (j) => ({
              url: `https://s${i}-${j}.example.test/{v}`,
              variables: { v: { default: "x" } },
            })),
            responses: ok,
          },
        },
      ]),
    }),
  "a server with 5,000 variables": () =>
    documentOf({
      paths: { "/a": { get: { operationId: "op", responses: ok } } },
      root: {
        servers: [
          {
            url: `https://api.example.test/${many(5_000, (i) => `{v${i}}`).join("/")}`,
            variables: record(5_000, (i) => [`v${i}`, { default: "x" }]),
          },
        ],
      },
    }),
  "500 alternatives of 20 security schemes": () =>
    documentOf({
      paths: { "/a": { get: { operationId: "op", responses: ok } } },
      components: {
        securitySchemes: record(1_000, (i) => [
          `k${i}`,
          { type: "apiKey", in: "header", name: `X-K${i % 500}` },
        ]),
      },
      root: {
        security: many(500, (i) => record(20, (j) => [`k${(i * 7 + j * 31) % 1_000}`, []])),
      },
    }),
  "20,000 colliding security schemes": () =>
    documentOf({
      paths: { "/a": { get: { operationId: "op", responses: ok } } },
      components: {
        securitySchemes: record(20_000, (i) => [
          name(i),
          { type: "apiKey", in: "header", name: `X-K${i}` },
        ]),
      },
      root: { security: many(20_000, (i) => ({ [name(i)]: [] })) },
    }),
  "20,000 scopes": () =>
    documentOf({
      paths: { "/a": { get: { operationId: "op", responses: ok } } },
      components: {
        securitySchemes: {
          o: {
            type: "oauth2",
            flows: {
              clientCredentials: {
                tokenUrl: "https://api.example.test/token",
                scopes: record(20_000, (i) => [`s${i}`, ""]),
              },
            },
          },
        },
      },
      root: { security: many(1_000, (i) => ({ o: many(20, (j) => `s${i * 20 + j}`) })) },
    }),
  "a chain of 2,000 links": () =>
    documentOf({
      paths: record(2_000, (i) => [
        `/a${i}`,
        {
          get: {
            operationId: `op${i}`,
            responses: {
              "200": {
                description: "ok",
                links: record(10, (j) => [`l${j}`, { operationId: `op${(i + j + 1) % 2_000}` }]),
              },
            },
          },
        },
      ]),
    }),
  "20,000 links to nothing": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            responses: {
              "200": {
                description: "ok",
                links: record(20_000, (i) => [`l${i}`, { operationId: `missing${i}` }]),
              },
            },
          },
        },
        ...record(2_000, (i) => [`/b${i}`, { get: { operationId: `b${i}`, responses: ok } }]),
      },
    }),
  "20,000 callbacks and webhooks": () =>
    documentOf({
      paths: {
        "/a": {
          post: operationOf(
            { type: "string" },
            {
              callbacks: record(5_000, (i) => [
                `c${i}`,
                { [`{$request.body#/${i}}`]: { post: { responses: ok } } },
              ]),
            },
          ),
        },
      },
      root: { webhooks: record(20_000, (i) => [`w${i}`, { post: { responses: ok } }]) },
    }),
  "20,000 responses": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            responses: record(20_000, (i) => [
              `${200 + (i % 100)}${i >= 100 ? `-${i}` : ""}`,
              { description: "x", content: { "application/json": { schema: { type: "string" } } } },
            ]),
          },
        },
      },
    }),
  "5,000 media types": () =>
    documentOf({
      paths: {
        "/a": {
          post: {
            operationId: "op",
            requestBody: {
              content: record(5_000, (i) => [
                `application/x-${i}+json`,
                { schema: { type: "object", properties: { [`a${i}`]: { type: "string" } } } },
              ]),
            },
            responses: {
              "200": {
                description: "ok",
                content: record(5_000, (i) => [
                  `application/x-${i}+json`,
                  { schema: { type: "object", properties: { [`a${i}`]: { type: "string" } } } },
                ]),
              },
            },
          },
        },
      },
    }),
  "a schema nested 900 levels deep": () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 240; i++)
      schema = { type: "object", required: ["n"], properties: { n: schema } };
    return schemaDocument(schema);
  },
  "nested lists of 300 levels": () => {
    let schema: Json = { type: "string" };
    for (let i = 0; i < 300; i++) schema = { type: "array", minItems: 1, items: schema };
    return schemaDocument(schema);
  },
  "a list of a billion items": () =>
    schemaDocument({
      type: "object",
      required: ["a", "s", "n"],
      properties: {
        a: { type: "array", minItems: 1_000_000_000, items: { type: "string" } },
        s: { type: "string", minLength: 1_000_000_000 },
        n: {
          type: "object",
          minProperties: 1_000_000_000,
          additionalProperties: { type: "string" },
        },
      },
    }),
  "lists of 1,000 lists of 1,000 lists": () =>
    schemaDocument({
      type: "array",
      minItems: 1_000,
      items: {
        type: "array",
        minItems: 1_000,
        items: { type: "array", minItems: 1_000, items: { type: "integer" } },
      },
    }),
  "2,000 operations with one shared body of 500 schemas": () =>
    documentOf({
      paths: record(2_000, (i) => [
        `/a${i}`,
        { post: { ...operationOf(schemaRef("S0")), operationId: `op${i}` } },
      ]),
      schemas: record(500, (i) => [
        `S${i}`,
        {
          type: "object",
          properties: { ...record(5, (j) => [`m${j}`, schemaRef(`S${(i * 5 + j + 1) % 500}`)]) },
        },
      ]),
    }),
  "1,000 schemas that all refer to each other": () =>
    schemaDocument(
      schemaRef("S0"),
      record(300, (i) => [
        `S${i}`,
        {
          type: "object",
          required: ["m0"],
          properties: record(300, (j) => [`m${j}`, schemaRef(`S${j}`)]),
        },
      ]),
    ),
  "recursive required members": () =>
    schemaDocument(schemaRef("S0"), {
      S0: {
        type: "object",
        required: ["a", "b"],
        properties: { a: schemaRef("S1"), b: schemaRef("S1") },
      },
      S1: {
        type: "object",
        required: ["a", "b"],
        properties: { a: schemaRef("S0"), b: schemaRef("S0") },
      },
    }),
  "20,000 examples": () =>
    documentOf({
      paths: {
        "/a": {
          post: {
            operationId: "op",
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["a"],
                    properties: { a: { type: "string" } },
                  },
                  examples: record(20_000, (i) => [`e${i}`, { value: { a: i } }]),
                },
              },
            },
            responses: ok,
          },
        },
      },
    }),
  "x-mcp of 5,000 arguments": () =>
    documentOf({
      paths: {
        "/a": {
          get: {
            operationId: "op",
            "x-mcp": {
              args: record(5_000, (i) => [`p${i}x`, { rename: `q${i}` }]),
              arguments: record(5_000, (i) => [`p${i}x`, { rename: `q${i}` }]),
            },
            parameters: many(2_000, (i) => ({
              name: `p${i}`,
              in: "query",
              schema: { type: "string" },
            })),
            responses: ok,
          },
        },
      },
    }),
  "YAML: a chain of 5,000 aliases": () =>
    `openapi: 3.1.0\ninfo: {title: B, version: "1"}\nx-a0: &a0 {a: 1}\n${many(5_000, (i) => `x-a${i + 1}: &a${i + 1} {n: *a${i}}`).join("\n")}\npaths: {/a: {get: {operationId: op, responses: {"200": {description: ok}}}}}\n`,
  "YAML: aliases that double": () =>
    `openapi: 3.1.0\ninfo: {title: B, version: "1"}\nx-a0: &a0 [1, 2]\n${many(19, (i) => `x-a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join("\n")}\npaths: {/a: {get: {operationId: op, responses: {"200": {description: ok}}}}}\n`,
  "YAML: schemas by aliases that double": () =>
    `openapi: 3.1.0\ninfo: {title: B, version: "1"}\nx-a0: &a0 {type: string}\n${many(17, (i) => `x-a${i + 1}: &a${i + 1} {type: object, required: [a, b], properties: {a: *a${i}, b: *a${i}}}`).join("\n")}\npaths: {/a: {post: {operationId: op, requestBody: {content: {application/json: {schema: *a17}}}, responses: {"200": {description: ok}}}}}\n`,
  "YAML: 200,000 open brackets": () => `openapi: 3.1.0\nx: ${"[".repeat(200_000)}`,
  "YAML: 20,000 levels of indentation": () =>
    `openapi: 3.1.0\n${many(3_000, (i) => `${" ".repeat(i)}a:`).join("\n")}\n`,
  "YAML: 5,000 merge keys": () =>
    `openapi: 3.1.0\ninfo: {title: B, version: "1"}\nx-b: &b {${many(300, (i) => `k${i}: ${i}`).join(", ")}}\nx-m:\n${many(3_000, (i) => `  m${i}: {<<: [${many(5, () => "*b").join(", ")}]}`).join("\n")}\npaths: {/a: {get: {operationId: op, responses: {"200": {description: ok}}}}}\n`,
  "YAML: 100,000 duplicate keys": () =>
    `openapi: 3.1.0\ninfo: {title: B, version: "1"}\npaths: {/a: {get: {operationId: op, responses: {"200": {description: ok}}}}}\nx:\n${many(100_000, () => "  a: 1").join("\n")}\n`,
  "JSON: 100,000 duplicate keys": () =>
    `{"openapi":"3.1.0","info":{"title":"B","version":"1"},"paths":{"/a":{"get":{"operationId":"op","responses":{"200":{"description":"ok"}}}}},"x":{${many(100_000, () => '"a":1').join(",")}}}`,
  "JSON: 5,000,000 open brackets": () => `{"openapi":"3.1.0","x":${"[".repeat(5_000_000)}`,
  "JSON: 200,000 numbers that JavaScript can't hold": () =>
    `{"openapi":"3.1.0","info":{"title":"B","version":"1"},"paths":{"/a":{"get":{"operationId":"op","responses":{"200":{"description":"ok"}}}}},"x":[${many(200_000, (i) => `1234567890123456789${i}`).join(",")}]}`,
};

/** Names of which all become the same identifier. */
function name(index: number): string {
  return `a${"-".repeat(index % 141)}.${"_".repeat(Math.floor(index / 141))}`;
}
