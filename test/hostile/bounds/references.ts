/** References and names of schemas: chains, missing ones, and many that are alike. */
import {
  documentOf,
  many,
  name,
  ok,
  record,
  schemaDocument,
  schemaRef,
  type Json,
} from "./make.js";

export const references: { readonly [name: string]: () => Json | string } = {
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
};
