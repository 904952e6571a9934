/** Texts, names and syntax of hostile size. */
import { documentOf, many, ok, type Json } from "./make.js";

export const texts: { readonly [name: string]: () => Json | string } = {
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
  "runs of one character before another": () => {
    const name = `x-${"a".repeat(100_000)}`;
    const content = { "application/xml": { schema: { $ref: `#/${name}/pet` } } };
    return documentOf({
      paths: {
        [`/1${"_a".repeat(10_000)}!/${"`".repeat(100_000)}`]: {
          post: {
            operationId: `a${"-".repeat(300_000)}b`,
            summary: `${".".repeat(200_000)}x`,
            description: `<b>a${" ".repeat(190_000)}b</b>`,
            requestBody: { required: true, content },
            responses: ok,
          },
        },
        "/b": { get: { operationId: "B".repeat(300_000), responses: ok } },
      },
      root: {
        servers: [{ url: `/a${"/".repeat(200_000)}x` }],
        [name]: { pet: { type: "object", properties: { a: { type: "string" } } } },
      },
    });
  },
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
