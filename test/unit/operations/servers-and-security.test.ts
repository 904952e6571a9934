import assert from "node:assert/strict";
import { test } from "node:test";
import { api, ok, only, read, type Value } from "../normalise/documents.js";

const get = { responses: ok };

function serversOf(servers: unknown, url?: string, rest: Value = {}, version?: string) {
  const { model, codes } = read(api({ "/a": { get } }, { servers, ...rest }, version), {}, url);
  return { urls: model.servers.map((server) => server.url), servers: model.servers, codes };
}

const urls: [written: string, from: string | undefined, want: string][] = [
  ["https://h.example/v1/", undefined, "https://h.example/v1"],
  ["https://h.example/", undefined, "https://h.example"],
  ["/v1", undefined, "/v1"],
  ["/", undefined, ""],
  ["/v1/{x}", "https://docs.example/api/openapi.json", "https://docs.example/v1/{x}"],
  ["./v2", "https://user:secret@docs.example/api/openapi.json", "https://docs.example/api/v2"],
  ["//other.example/", "https://docs.example/openapi.json", "https://other.example"],
  ["//{x}:{x}/v1/", "http://docs.example/openapi.json", "http://{x}:{x}/v1"],
  ["//other.example/{x}", "https://docs.example/openapi.json", "https://other.example/{x}"],
  ["{scheme}://h.example", "https://docs.example/openapi.json", "{scheme}://h.example"],
  ["https://h.example/v1?a=1#b", undefined, "https://h.example/v1"],
];
for (const [written, from, want] of urls) {
  test(`the server ${written} of a document from ${from ?? "a file"} is ${JSON.stringify(want)}`, () => {
    const scheme = { default: "https" };
    const { urls: found } = serversOf([{ url: written, variables: { scheme, x: scheme } }], from);
    assert.deepEqual(found, [want]);
  });
}

test("unusable servers are left out with a warning", () => {
  const given = [{ url: "wss://h.example" }, {}, "https://h.example", { url: "http://ok.example" }];
  const { urls: found, codes } = serversOf(given);
  assert.deepEqual(found, ["http://ok.example"]);
  assert.equal(codes.length, 3);
  assert.ok(codes.every((code) => code.startsWith("warning")));
});

test("server URLs that are malformed are left out with a warning, also in a document from the web", () => {
  const given = ["//", "//h.example:port/v1", "\\\\{host}:{port}/v1", "/ok"].map((url) => ({
    url,
  }));
  const { urls: found, codes } = serversOf(given, "https://docs.example/openapi.json");
  assert.deepEqual(found, ["https://docs.example/ok"]);
  assert.deepEqual(codes, Array<string>(3).fill("warning server-unusable"));
});

test("relative server URLs are resolved against $self", () => {
  const self = { $self: "https://self.example/a/openapi.yaml" };
  assert.deepEqual(serversOf([{ url: "v1" }], undefined, self, "3.2.0").urls, [
    "https://self.example/a/v1",
  ]);
  assert.deepEqual(serversOf([{ url: "v1" }], undefined, self, "3.1.0").urls, ["v1"]);
});

test("server variables have a default, and an enum that contains it", () => {
  const variables = {
    a: { default: "x", enum: ["y"] },
    b: { enum: ["first", "second"] },
    c: { default: 8080 },
    e: { enum: ["only"] },
    unused: { default: "" },
  };
  const { servers, codes } = serversOf([{ url: "http://{a}.{b}:{c}/{d}/{e}", variables }]);
  assert.deepEqual(servers[0]?.variables, {
    a: { default: "x", enum: ["x", "y"] },
    b: { enum: ["first", "second"] },
    c: { default: "8080" },
    d: {},
    e: { default: "only", enum: ["only"] },
  });
  assert.deepEqual(codes, Array(3).fill("warning server-unusable"));
});

const reported: [servers: string[], from: string | undefined, codes: string[]][] = [
  [["https://h.example/v1?key=k"], undefined, ["warning server-unusable"]],
  [["https://h.example/v1#a"], undefined, ["warning server-unusable"]],
  [["/v1"], undefined, ["warning server-relative"]],
  [["/"], undefined, ["warning server-relative"]],
  [["//h.example/v1"], undefined, ["warning server-relative"]],
  [["v1?a=1"], undefined, ["warning server-unusable", "warning server-relative"]],
  [["/v1"], "https://docs.example/openapi.json", []],
  [["https://h.example", "/v1"], undefined, []],
  [["HTTPS://h.example"], undefined, []],
];
for (const [written, from, want] of reported) {
  test(`the servers ${written.join(", ")} of a document from ${from ?? "a file"} are reported: ${want.join(", ") || "nothing"}`, () => {
    assert.deepEqual(
      serversOf(
        written.map((url) => ({ url })),
        from,
      ).codes,
      want,
    );
  });
}

test("the servers of an operation and a path item are reported too", () => {
  const relative = { servers: [{ url: "/v1" }] };
  const { codes } = read(
    api({ "/a": { ...relative, get }, "/b": { get: { ...get, ...relative } } }),
  );
  assert.deepEqual(codes, ["warning server-relative", "warning server-relative"]);
});

test("the basePath of Swagger 2.0 without a host is a relative server", () => {
  const paths = { "/a": { get: { responses: ok } } };
  const swagger = { swagger: "2.0", info: { title: "A", version: "1" }, basePath: "/v2", paths };
  assert.deepEqual(read(swagger).codes, ["warning server-relative"]);
  assert.deepEqual(read(swagger, {}, "https://docs.example/swagger.json").codes, []);
});

test("servers of the operation win over those of its path item; the document's are not repeated", () => {
  const at = (url: string) => ({ servers: [{ url }] });
  const { model } = read(
    api(
      { "/a": { ...at("http://path"), get, put: { ...get, ...at("http://put") } }, "/b": { get } },
      at("http://doc"),
    ),
  );
  assert.deepEqual(
    model.operations.map(({ servers }) => servers?.map(({ url }) => url)),
    [["http://path"], ["http://put"], undefined],
  );
});

const schemes = {
  key: { type: "apiKey", in: "header", name: "K" },
  web: { type: "http", scheme: "BEARER" },
  oauth: { type: "oauth2", flows: {} },
  broken: { type: "apiKey", in: "body", name: "K" },
  odd: { type: "magic" },
};

function securityOf(operation: unknown, document?: unknown) {
  const { model, codes } = read(
    api(
      { "/a": { get: { ...get, ...(operation === undefined ? {} : { security: operation }) } } },
      {
        components: { securitySchemes: schemes },
        ...(document === undefined ? {} : { security: document }),
      },
    ),
  );
  return { security: only(model).security, model, codes };
}

test("security schemes are read; incomplete ones are left out with a warning", () => {
  const { model, codes } = securityOf([]);
  assert.deepEqual(model.securitySchemes, {
    key: { type: "apiKey", in: "header", name: "K" },
    web: { type: "http", scheme: "bearer" },
    oauth: { type: "oauth2", flows: {} },
  });
  assert.deepEqual(codes, ["warning invalid-object", "warning invalid-object"]);
});

const flowRows: [what: string, scheme: object, want: object, warnings: number][] = [
  [
    "flows keep only the URLs that a program needs",
    {
      type: "oauth2",
      flows: {
        implicit: { authorizationUrl: "https://a.example", scopes: {} },
        clientCredentials: { tokenUrl: "/token", scopes: { read: "" } },
        password: { tokenUrl: "https://a.example/t", refreshUrl: "https://a.example/r" },
        authorizationCode: { authorizationUrl: "https://a.example/a", tokenUrl: "token" },
      },
    },
    {
      type: "oauth2",
      flows: {
        clientCredentials: { tokenUrl: "/token" },
        password: { tokenUrl: "https://a.example/t" },
        refreshUrl: "https://a.example/r",
        authorizationCode: { authorizationUrl: "https://a.example/a", tokenUrl: "token" },
      },
    },
    0,
  ],
  [
    "flows that can't be used are left out",
    {
      type: "oauth2",
      flows: {
        clientCredentials: { tokenUrl: "ftp://a.example" },
        password: {},
        authorizationCode: { authorizationUrl: "", tokenUrl: "https://u:p@a.example" },
      },
    },
    { type: "oauth2", flows: {} },
    3,
  ],
  [
    "a list instead of flows is ignored",
    { type: "oauth2", flows: [] },
    { type: "oauth2", flows: {} },
    0,
  ],
  [
    "metadata of OpenAPI 3.2",
    { type: "oauth2", flows: {}, oauth2MetadataUrl: "https://a.example/m" },
    { type: "oauth2", flows: {}, metadataUrl: "https://a.example/m" },
    0,
  ],
  [
    "OpenID Connect",
    { type: "openIdConnect", openIdConnectUrl: "https://a.example/m" },
    { type: "openIdConnect", url: "https://a.example/m" },
    0,
  ],
  [
    "OpenID Connect without a usable URL",
    { type: "openIdConnect", openIdConnectUrl: "javascript:alert(1)" },
    { type: "openIdConnect" },
    1,
  ],
  [
    "an HTTP scheme keeps its case",
    { type: "http", scheme: "GenieKey" },
    { type: "http", scheme: "GenieKey" },
    0,
  ],
];
for (const [what, scheme, want, warnings] of flowRows) {
  test(`security schemes: ${what}`, () => {
    const components = { securitySchemes: { s: scheme } };
    const { model, codes } = read(api({ "/a": { get } }, { components }));
    assert.deepEqual(model.securitySchemes["s"], want);
    assert.deepEqual(codes, Array<string>(warnings).fill("warning invalid-object"));
  });
}

test("an HTTP scheme with a line break is left out", () => {
  const components = { securitySchemes: { s: { type: "http", scheme: "a\r\nx: y" } } };
  const { model } = read(api({ "/a": { get } }, { components }));
  assert.deepEqual(model.securitySchemes, {});
});

const requirements: [operation: unknown, document: unknown, want: unknown][] = [
  [undefined, undefined, []],
  [undefined, [{ key: [] }], [{ key: [] }]],
  [[], [{ key: [] }], []],
  [[{ web: [] }, {}], [{ key: [] }], [{ web: [] }, {}]],
  [[{ key: [], oauth: ["read", 5] }], undefined, [{ key: [], oauth: ["read"] }]],
  [{ key: null }, undefined, [{ key: [] }]],
  [[{ "#/components/securitySchemes/key": [] }], undefined, [{ key: [] }]],
  [[{ "#/components/schemas/key": [] }, {}], undefined, [{}]],
  [[{ nobody: [] }, { key: [] }], undefined, [{ key: [] }]],
  [[{ nobody: [], key: [] }], undefined, [{ key: [] }]],
  [[{ constructor: [] }], undefined, [{}]],
  ["key", [{ key: [] }], [{ key: [] }]],
];
for (const [operation, document, want] of requirements) {
  test(`security ${JSON.stringify(operation)} over ${JSON.stringify(document)} is ${JSON.stringify(want)}`, () => {
    assert.deepEqual(securityOf(operation, document).security, want);
  });
}

test("a requirement may name a scheme by its URI, unless a component has that name", () => {
  const basic = { type: "http", scheme: "basic" };
  const named = "#/components/securitySchemes/key";
  const components = { securitySchemes: { key: schemes.key, [named]: basic, "a b/c": basic } };
  const security = [{ [named]: [] }, { "#/components/securitySchemes/a%20b~1c": ["x"] }];
  const { model, codes } = read(api({ "/a": { get } }, { components, security }, "3.2.0"));
  assert.deepEqual(only(model).security, [{ [named]: [] }, { "a b/c": ["x"] }]);
  assert.deepEqual(codes, []);
});

test("a scheme that is not defined is reported once", () => {
  const security = [{ nobody: [] }];
  const { codes } = read(
    api({ "/a": { get: { ...get, security } }, "/b": { get: { ...get, security } } }),
  );
  assert.deepEqual(codes, ["warning security-unknown"]);
});

test("without servers, the API is on the host of its document", () => {
  const url = "https://user:secret@docs.example:8443/api/openapi.json?v=1";
  assert.deepEqual(serversOf(undefined, url).urls, ["https://docs.example:8443"]);
  assert.deepEqual(serversOf([], url).urls, ["https://docs.example:8443"]);
  assert.deepEqual(serversOf(undefined).urls, []);
  assert.deepEqual(serversOf([{ url: "ws://h.example" }], url).urls, []);
});
