/** Parameters, names, servers, security, links and responses of hostile size. */
import { documentOf, many, name, ok, operationOf, record, type Json } from "./make.js";

export const operations: { readonly [name: string]: () => Json | string } = {
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
};
