import type { ApiModel, Schema } from "../../../src/operations/model.js";
import type { Surface, SurfaceOperation } from "../../../src/surface/model.js";
import { operation } from "../../support/operation.js";

const place = { file: "file:///openapi.yaml", pointer: "" };

/** A model with only the schemas, which is all that emit reads. */
export function modelOf(schemas: Record<string, Schema>): ApiModel {
  const named = Object.entries(schemas).map(
    ([name, schema]) =>
      [name, { name, ref: `#/components/schemas/${name}`, place, schema, uses: [] }] as const,
  );
  return {
    title: "Petstore",
    version: "1.2.0",
    specVersion: "3.1",
    servers: [],
    securitySchemes: {},
    security: [],
    operations: [],
    schemas: new Map(named),
    skipped: [],
    total: 0,
  };
}

const createPet: SurfaceOperation = {
  source: operation("POST /pets"),
  symbol: "createPet",
  inputTypeName: "CreatePetInput",
  inputMembers: [
    { name: "name", required: true, description: "What you call it.", schema: { type: "string" } },
    { name: "tag", required: false, schema: { enum: ["cat", "dog"] } },
  ],
  output: { kind: "schema", schema: { $ref: "#/$defs/Pet" } },
  facts: {
    id: "createPet",
    description: "Add a pet to the store.\n\nIt must have a name.",
    request: {
      method: "POST",
      path: "/pets",
      body: { type: "application/json", fields: ["name", "tag"] },
    },
    input: {
      type: "object",
      properties: { name: { type: "string", minLength: 1 }, tag: { enum: ["cat", "dog"] } },
      required: ["name"],
    },
    output: { type: "object", properties: { id: { type: "integer" } } },
    expose: { as: "tool", name: "create_pet", annotations: { readOnlyHint: false } },
  },
};

const getPet: SurfaceOperation = {
  source: operation("GET /pets/{petId}", { deprecated: true }),
  symbol: "getPet",
  inputTypeName: "GetPetInput",
  inputMembers: [{ name: "petId", required: true, schema: { type: "integer" } }],
  output: {
    kind: "schema",
    schema: { type: "object", properties: { pet: { $ref: "#/$defs/Pet" } } },
  },
  facts: {
    id: "getPet",
    description: "One pet by its id.",
    request: { method: "GET", path: "/pets/{petId}", params: [{ in: "path", name: "petId" }] },
    input: {
      type: "object",
      properties: { petId: { $ref: "#/$defs/PetId" } },
      required: ["petId"],
    },
    expose: {
      as: "template",
      name: "pet",
      uriTemplate: "petstore://pets/{petId}",
      mimeType: "application/json",
    },
  },
};

export const petstore: Surface = {
  className: "PetstoreServer",
  sourceName: "openapi.yaml",
  api: {
    name: "petstore",
    title: "Petstore",
    version: "1.2.0",
    servers: [{ url: "https://petstore.example/v1" }],
    baseUrlEnv: "MCP_CODEGEN_PETSTORE_BASE_URL",
    securitySchemes: {
      api_key: { type: "apiKey", in: "header", name: "X-Key", env: "MCP_CODEGEN_PETSTORE_API_KEY" },
    },
    inputSchemas: { PetId: { type: "integer", minimum: 1 } },
  },
  operations: [createPet, getPet],
  schemas: [
    { name: "NewPet", source: "NewPet", direction: "both" },
    { name: "Pet", source: "Pet", direction: "both" },
  ],
  excluded: [],
  skipped: [],
  toolsListBytes: 0,
};

export const petstoreModel = modelOf({
  NewPet: {
    type: "object",
    description: "A pet without an id.",
    required: ["name"],
    properties: { name: { type: "string" }, tag: { enum: ["cat", "dog"] } },
  },
  Pet: {
    allOf: [
      { $ref: "#/$defs/NewPet" },
      { required: ["id"], properties: { id: { type: "integer" } } },
    ],
  },
});

/** Text that would break out of every context in generated code. */
export const breakout =
  "*/ globalThis.pwned = 1; /* ` ${globalThis.pwned = 2} ' \" \\ \u2028 globalThis.pwned = 3 \n" +
  '@ts-expect-error\nexport const x: Y = {\nimport type { Z } from "z"; | <script>{{symbol}}</script>';

function hostile(symbol: string, output: SurfaceOperation["output"]): SurfaceOperation {
  const properties = JSON.parse('{"__proto__": {"type": "string"}, "a*/b": {}}') as object;
  return {
    source: operation("GET /it's/`${x}`/*/|{a}", { deprecated: true }),
    symbol,
    inputTypeName: `${symbol.charAt(0).toUpperCase()}${symbol.slice(1)}Input`,
    inputMembers: [
      { name: "a", required: true, description: breakout, schema: { const: breakout } },
      { name: "b-c.d", required: false, schema: { $ref: "#/$defs/Hostile" } },
    ],
    output,
    facts: {
      id: breakout,
      description: breakout,
      request: { method: "GET", path: "/it's/`${x}`/*/|{a}", accept: breakout },
      input: { type: "object", properties, title: breakout },
      expose: { as: "tool", name: symbol, title: breakout },
    },
  };
}

export const hostileSurface: Surface = {
  className: "HostileServer",
  sourceName: "*/\nexport const pwned = 4; //",
  api: {
    name: "hostile",
    title: breakout,
    version: breakout,
    servers: [{ url: breakout }],
    baseUrlEnv: "MCP_CODEGEN_HOSTILE_BASE_URL",
    instructions: breakout,
    outputSchemas: JSON.parse(
      '{"__proto__": {"type": "object"}, "constructor": {"type": "object"}}',
    ) as Record<string, object & { type: string }>,
  },
  operations: [
    hostile("nothing", { kind: "void" }),
    hostile("words", { kind: "text" }),
    hostile("picture", { kind: "media" }),
    hostile("whatever", { kind: "unknown" }),
    hostile(`long${"Name".repeat(20)}`, { kind: "schema", schema: { $ref: "#/$defs/Hostile" } }),
  ],
  schemas: [{ name: "Hostile", source: "Hostile", direction: "both" }],
  excluded: [],
  skipped: [],
  toolsListBytes: 0,
};

export const hostileModel = modelOf({
  Hostile: JSON.parse(
    JSON.stringify({
      description: breakout,
      type: "object",
      required: ["self"],
      properties: {
        self: { anyOf: [{ $ref: "#/$defs/Hostile" }, { type: "null" }] },
        [breakout]: { enum: [breakout, 1, null], description: breakout },
        constructor: { type: "string" },
      },
      additionalProperties: { type: "number" },
    }).replace('"constructor"', '"__proto__":{"type":"number"},"constructor"'),
  ) as Schema,
});
