/** Schemas whose members or forms multiply. */
import {
  documentOf,
  doubling,
  many,
  ok,
  operationOf,
  pair,
  record,
  schemaDocument,
  schemaRef,
  type Json,
} from "./make.js";

export const schemas: { readonly [name: string]: () => Json | string } = {
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
  "20,000 members": () =>
    schemaDocument({
      type: "object",
      required: many(20_000, (i) => `m${i}`),
      properties: record(20_000, (i) => [`m${i}`, { type: "integer", minimum: i }]),
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
};
