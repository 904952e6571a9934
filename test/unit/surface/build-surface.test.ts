import assert from "node:assert/strict";
import { test } from "node:test";
import {
  body,
  build,
  buildOne,
  media,
  modelOf,
  ok,
  operation,
  parameter,
  schemas,
} from "./fixtures.js";

test("an operation is stated as the facts that are emitted and served", () => {
  const { facts, symbol, inputTypeName, output, whole } = buildOne(
    operation("POST /pets", {
      operationId: "create_pet",
      summary: "Add a pet.",
      body: body({ $ref: "#/$defs/NewPet" }),
      responses: ok({ $ref: "#/$defs/NewPet" }),
    }),
    { NewPet: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
    { timeoutMs: 5000, tags: ["pets"] },
  );
  assert.deepEqual(facts, {
    id: "create_pet",
    method: "createPet",
    description: "Add a pet.",
    request: {
      method: "POST",
      path: "/pets",
      body: { type: "application/json", fields: ["name"], required: true },
      accept: "application/json",
    },
    input: {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    },
    output: { type: "object", properties: { name: { type: "string" } } },
    outputSource: "#/components/schemas/NewPet",
    timeoutMs: 5000,
    success: { status: 200, type: "application/json" },
    expose: {
      as: "tool",
      name: "create_pet",
      title: "Add a pet",
      annotations: { readOnlyHint: false },
      tags: ["pets"],
    },
  });
  assert.equal(symbol, "createPet");
  assert.equal(inputTypeName, "CreatePetInput");
  assert.deepEqual(output, { kind: "schema", schema: { $ref: "#/$defs/NewPet" } });
  assert.equal(whole.className, "PetstoreServer");
  assert.equal(whole.sourceName, "openapi.yaml");
});

const annotations: readonly [method: string, want: object][] = [
  ["GET", { readOnlyHint: true }],
  ["HEAD", { readOnlyHint: true }],
  ["QUERY", { readOnlyHint: true }],
  ["PUT", { readOnlyHint: false, idempotentHint: true }],
  ["DELETE", { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
  ["POST", { readOnlyHint: false }],
  ["PATCH", { readOnlyHint: false }],
];

for (const [method, want] of annotations) {
  test(`${method} says no more of a tool than HTTP does`, () => {
    const { facts } = buildOne(operation(`${method} /a`));
    assert.deepEqual(facts.expose.as === "tool" && facts.expose.annotations, want);
  });
}

test("the user's annotations and description replace the document's", () => {
  const { facts } = buildOne(
    operation("POST /search", { summary: "Search" }),
    {},
    { description: "Find things.", annotations: { readOnlyHint: true } },
  );
  assert.equal(facts.description, "Find things.");
  assert.deepEqual(facts.expose.as === "tool" && facts.expose.annotations, { readOnlyHint: true });
});

test("long descriptions are cut, and one message says so", () => {
  const description = "A sentence. ".repeat(200);
  const model = modelOf([
    operation("GET /a", { description }),
    operation("GET /b", { description }),
    operation("GET /c", { description: "Short." }),
  ]);
  const { surface, diagnostics } = build(model, { descriptionLimit: 100 });
  assert.ok((surface.operations[0]?.facts.description?.length ?? 0) <= 100);
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["description-shortened", "info"]],
  );
  assert.match(diagnostics[0]?.message ?? "", /2 descriptions.*GET \/a/);
});

test("excluded operations are reported with the reason and do not change other names", () => {
  const one = operation("GET /a", { operationId: "get" });
  const other = operation("GET /b", { operationId: "get" });
  const { surface } = build(
    modelOf([one, other]),
    {},
    {
      "GET /b": { expose: "exclude", because: "rule 1 of routes.yaml" },
    },
  );
  assert.deepEqual(surface.excluded, [{ key: "GET /b", because: "rule 1 of routes.yaml" }]);
  assert.deepEqual(
    surface.operations.map(({ facts }) => [facts.id, facts.expose.name]),
    [["GET /a", "get_a"]],
  );
});

test("an operation whose required body can't be sent is skipped with its reason", () => {
  const upload = operation("POST /files", {
    operationId: "upload",
    body: body(true, { contents: [media("application/cbor", { type: "object" })] }),
  });
  const { surface, diagnostics } = build(modelOf([upload, operation("GET /a")]));
  assert.deepEqual(
    surface.operations.map(({ source }) => source.key),
    ["GET /a"],
  );
  assert.deepEqual(surface.skipped, [
    { key: "POST /files", operationId: "upload", reason: diagnostics[0] },
  ]);
  assert.match(diagnostics[0]?.message ?? "", /application\/cbor/);
});

test("credentials, base URL and server variables have environment variables of their own", () => {
  const model = modelOf(
    [
      operation("GET /a", { security: [{ api_key: [] }, { login: [], petstore_auth: ["read"] }] }),
      operation("GET /b", {
        security: [{ key: [] }],
        servers: [{ url: "https://{tenant}.example", variables: { tenant: { default: "a" } } }],
      }),
      operation("GET /c", { security: [] }),
    ],
    {
      servers: [
        {
          url: "https://{tenant}.example/{base_url}",
          variables: { tenant: { default: "a", enum: ["a", "b"] }, base_url: { default: "v1" } },
        },
      ],
      securitySchemes: {
        api_key: { type: "apiKey", in: "header", name: "X-Key" },
        login: { type: "http", scheme: "basic" },
        petstore_auth: { type: "oauth2", flows: {} },
        key: { type: "http", scheme: "bearer" },
        unused: { type: "mutualTLS" },
      },
      security: [{ key: [] }],
    },
  );
  const { surface } = build(model);
  assert.deepEqual(surface.api, {
    name: "petstore",
    title: "Petstore",
    version: "1.0.0",
    servers: [
      {
        url: "https://{tenant}.example/{base_url}",
        variables: {
          tenant: { default: "a", enum: ["a", "b"], env: "MCP_CODEGEN_PETSTORE_TENANT" },
          base_url: { default: "v1", env: "MCP_CODEGEN_PETSTORE_BASE_URL2" },
        },
      },
    ],
    otherServers: [
      {
        url: "https://{tenant}.example",
        variables: { tenant: { default: "a", env: "MCP_CODEGEN_PETSTORE_TENANT" } },
        schemes: ["key"],
      },
    ],
    baseUrlEnv: "MCP_CODEGEN_PETSTORE_BASE_URL",
    securitySchemes: {
      api_key: { type: "apiKey", in: "header", name: "X-Key", env: "MCP_CODEGEN_PETSTORE_API_KEY" },
      login: {
        type: "basic",
        usernameEnv: "MCP_CODEGEN_PETSTORE_LOGIN_USERNAME",
        passwordEnv: "MCP_CODEGEN_PETSTORE_LOGIN_PASSWORD",
      },
      petstore_auth: { type: "bearer", env: "MCP_CODEGEN_PETSTORE_AUTH" },
      key: { type: "bearer", env: "MCP_CODEGEN_PETSTORE_KEY" },
    },
    security: [{ key: [] }],
  });
  const [first, second, third] = surface.operations.map(({ facts }) => facts);
  assert.deepEqual(first?.security, [{ api_key: [] }, { login: [], petstore_auth: ["read"] }]);
  assert.equal(second?.security, undefined);
  assert.deepEqual(second?.request.servers, [
    {
      url: "https://{tenant}.example",
      variables: { tenant: { default: "a", env: "MCP_CODEGEN_PETSTORE_TENANT" } },
    },
  ]);
  assert.deepEqual(third?.security, []);
});

test("an OAuth scheme has its flows, its variables and the scopes of its operations", () => {
  const flows = { password: { tokenUrl: "/t" }, clientCredentials: { tokenUrl: "/t" } };
  const model = modelOf(
    [
      operation("GET /a", { security: [{ login: ["b", "a"] }] }),
      operation("GET /b", { security: [{ login: ["a", "c"] }, { sso: [] }, { cert: [] }] }),
    ],
    {
      securitySchemes: {
        login: { type: "oauth2", flows },
        sso: { type: "openIdConnect", url: "https://id.example" },
        cert: { type: "mutualTLS" },
      },
    },
  );
  assert.deepEqual(build(model).surface.api.securitySchemes, {
    login: {
      type: "oauth2",
      env: "MCP_CODEGEN_PETSTORE_LOGIN",
      clientIdEnv: "MCP_CODEGEN_PETSTORE_LOGIN_CLIENT_ID",
      clientSecretEnv: "MCP_CODEGEN_PETSTORE_LOGIN_CLIENT_SECRET",
      refreshTokenEnv: "MCP_CODEGEN_PETSTORE_LOGIN_REFRESH_TOKEN",
      resourceEnv: "MCP_CODEGEN_PETSTORE_LOGIN_RESOURCE",
      usernameEnv: "MCP_CODEGEN_PETSTORE_LOGIN_USERNAME",
      passwordEnv: "MCP_CODEGEN_PETSTORE_LOGIN_PASSWORD",
      flows,
      scopes: ["b", "a", "c"],
    },
    sso: {
      type: "oauth2",
      env: "MCP_CODEGEN_PETSTORE_SSO",
      clientIdEnv: "MCP_CODEGEN_PETSTORE_SSO_CLIENT_ID",
      clientSecretEnv: "MCP_CODEGEN_PETSTORE_SSO_CLIENT_SECRET",
      refreshTokenEnv: "MCP_CODEGEN_PETSTORE_SSO_REFRESH_TOKEN",
      resourceEnv: "MCP_CODEGEN_PETSTORE_SSO_RESOURCE",
      metadataUrl: "https://id.example",
    },
    cert: {
      type: "mutualTLS",
      certEnv: "MCP_CODEGEN_PETSTORE_CERT_CERT_FILE",
      keyEnv: "MCP_CODEGEN_PETSTORE_CERT_KEY_FILE",
      passphraseEnv: "MCP_CODEGEN_PETSTORE_CERT_PASSPHRASE",
      caEnv: "MCP_CODEGEN_PETSTORE_CERT_CA_FILE",
    },
  });
});

test("a scheme that nothing can satisfy is warned of where there is no way round", () => {
  const securitySchemes = {
    digest: { type: "http", scheme: "digest" },
    cert: { type: "mutualTLS" },
    key: { type: "apiKey", in: "query", name: "k" },
  } as const;
  const { surface, diagnostics } = build(
    modelOf(
      [
        operation("GET /a", { security: [{ digest: [] }] }),
        operation("GET /b", { security: [{ digest: [] }] }),
        operation("GET /c", { security: [{ cert: [] }, { key: [] }] }),
        operation("GET /d", { security: [{ cert: [] }, {}] }),
      ],
      { securitySchemes },
    ),
  );
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, /"digest"/.test(message)]),
    [["security-unsupported", true]],
  );
  assert.equal(surface.api.securitySchemes?.["digest"]?.type, "unsupported");
});

test("schemes that are required together but use the same place in the request are reported once", () => {
  const securitySchemes = {
    basic: { type: "http", scheme: "basic" },
    token: { type: "apiKey", in: "header", name: "AUTHORIZATION" },
    key: { type: "apiKey", in: "query", name: "authorization" },
    cert: { type: "mutualTLS" },
  } as const;
  const all = { key: [], basic: [], cert: [], token: [] };
  const operations = ["GET /a", "GET /b"].map((key) => operation(key, { security: [all] }));
  const apart = operation("GET /c", { security: [{ basic: [] }, { token: [], cert: [] }] });
  const { diagnostics } = build(modelOf([apart, ...operations], { securitySchemes }));
  assert.deepEqual(
    diagnostics.map(({ code, severity, message }) => [
      code,
      severity,
      /GET \/a need .*"basic" and "token"/.test(message),
    ]),
    [["security-conflict", "warning", true]],
  );
});

test("a tool without arguments still has an object schema", () => {
  const { facts } = buildOne(operation("GET /a"));
  assert.deepEqual(facts.input, { type: "object", properties: {}, additionalProperties: false });
});

test("the size of tools/list is what its JSON takes, $defs of every tool included", () => {
  const model = modelOf(
    [
      operation("GET /tree", {
        parameters: [parameter("query", "größe")],
        responses: ok({ $ref: "#/$defs/Tree" }),
      }),
      operation("POST /tree", { body: body({ type: "array", items: { $ref: "#/$defs/Tree" } }) }),
      operation("GET /plain"),
    ],
    {
      schemas: schemas({
        Tree: {
          type: "object",
          properties: { é: { $ref: "#/$defs/Tree" }, leaf: { $ref: "#/$defs/Leaf" } },
        },
        Leaf: { type: "object", properties: { tree: { $ref: "#/$defs/Tree" } } },
      }),
    },
  );
  const { surface } = build(model, {}, { "GET /tree": { tags: ["a"] } });
  const tools = surface.operations.map(({ facts }, index) => {
    const { expose, description, input, output } = facts;
    return {
      name: expose.name,
      title: expose.title,
      description,
      inputSchema: index === 1 ? { ...input, $defs: surface.api.inputSchemas } : input,
      ...(output ? { outputSchema: { ...output, $defs: surface.api.outputSchemas } } : {}),
      annotations: expose.as === "tool" ? expose.annotations : undefined,
      ...(index === 0 ? { _meta: { "mcp-codegen/tags": ["a"] } } : {}),
    };
  });
  assert.ok(surface.operations[0]?.facts.output);
  assert.equal(surface.toolsListBytes, Buffer.byteLength(JSON.stringify({ tools })));
});

test("where the schema of an answer is, or that it is made of several", () => {
  const named = {
    Base: { type: "object", properties: { id: { type: "integer" } } },
    Alias: { $ref: "#/$defs/Base" },
    Pet: { allOf: [{ $ref: "#/$defs/Base" }], properties: { name: { type: "string" } } },
    Pets: { type: "array", items: { $ref: "#/$defs/Pet" } },
  };
  const rows: [schema: { readonly [keyword: string]: unknown }, place: string][] = [
    [{ $ref: "#/$defs/Base" }, "#/components/schemas/Base"],
    [{ $ref: "#/$defs/Alias" }, "#/components/schemas/Base"],
    [{ $ref: "#/$defs/Pet" }, "composed"],
    [{ $ref: "#/$defs/Base", properties: { more: {} } }, "composed"],
    [{ $ref: "#/$defs/Pets" }, "#/components/schemas/Pets"],
  ];
  for (const [schema, place] of rows) {
    const { facts } = buildOne(operation("GET /x", { responses: ok(schema) }), named);
    assert.equal(facts.outputSource, place, JSON.stringify(schema));
  }
});
