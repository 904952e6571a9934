import assert from "node:assert/strict";
import { test } from "node:test";
import { apiName, classNameOf } from "../../../src/surface/names/api-names.js";
import { readableName, wordsOf } from "../../../src/surface/names/names.js";
import { camelCase, nameSymbols } from "../../../src/surface/names/symbols.js";
import { reservedMembers } from "../../../src/surface/names/reserved.js";
import { nameTools, sharedOperationIds } from "../../../src/surface/names/tool-names.js";
import { operation } from "./fixtures.js";

const titles: readonly [title: string, name: string, className: string][] = [
  ["Petstore", "petstore", "PetstoreServer"],
  ["Pet Store REST API", "pet-store", "PetStoreServer"],
  ["API", "api", "ApiServer"],
  ["The Acme's REST APIs", "acme", "AcmeServer"],
  ["", "api", "ApiServer"],
  ["人事労務", "api", "ApiServer"],
  ["freee人事労務API", "freee", "FreeeServer"],
  ["Größen & Maße", "grossen-masse", "GrossenMasseServer"],
  ["3D Printing", "api-3d-printing", "Api3dPrintingServer"],
  ["Open API", "open", "OpenServer"],
  [`*/ process.exit() /*`, "process-exit", "ProcessExitServer"],
];

for (const [title, name, className] of titles) {
  test(`the API ${JSON.stringify(title)} is called ${name}`, () => {
    assert.equal(apiName(title, undefined), name);
    assert.equal(classNameOf(name), className);
  });
}

test("a name the user gives is used as it is, but for its spelling", () => {
  assert.equal(apiName("Petstore", "My Pet API"), "my-pet-api");
  assert.equal(classNameOf(apiName("x", "open-api")), "MyOpenApiServer");
});

test("a long title is cut after a word", () => {
  const name = apiName("A very long title of an API that goes on and on without end", undefined);
  assert.equal(name, "very-long-title-of-an-api-that");
});

function named(...operations: readonly ReturnType<typeof operation>[]): Record<string, string> {
  const routed = operations.map((one) => ({
    operation: one,
    decision: { expose: "tool", because: "" } as const,
  }));
  const result = nameTools(routed, sharedOperationIds(operations));
  return Object.fromEntries(result.map(({ operation: { key }, name }) => [key, name]));
}

const nameRows: readonly [key: string, operationId: string | undefined, want: string][] = [
  ["GET /pets", "listPets", "listPets"],
  ["GET /pets", "_list-pets", "_list-pets"],
  ["GET /pets", "repos/list-for-user", "repos_list-for-user"],
  ["GET /pets", "pets.list (v2)", "pets_list_v2"],
  ["GET /pets", "größe", "grosse"],
  ["GET /pets", undefined, "get_pets"],
  ["GET /pets/{petId}/toys", "", "get_pets_by_petId_toys"],
  ["DELETE /v2/{name}:undo", undefined, "delete_v2_by_name_undo"],
  ["GET /", undefined, "get"],
];

for (const [key, operationId, want] of nameRows) {
  test(`${key} with the operationId ${operationId} is the tool ${want}`, () => {
    const one = operation(key, operationId === undefined ? {} : { operationId });
    assert.equal(named(one)[key], want);
  });
}

test("names that are too long keep a readable head and don't depend on other operations", () => {
  const first = operation("GET /a", { operationId: `list-${"a".repeat(80)}` });
  const second = operation("GET /b", { operationId: `list-${"a".repeat(80)}b` });
  const both = named(first, second);
  assert.match(both["GET /a"] ?? "", /^list-a{50}_[0-9a-f]{8}$/);
  assert.notEqual(both["GET /a"], both["GET /b"]);
  assert.equal(named(second)["GET /b"], both["GET /b"]);
});

test("operations that share an operationId are all named by method and path", () => {
  const result = named(
    operation("GET /a", { operationId: "get" }),
    operation("GET /b/{id}", { operationId: "get" }),
  );
  assert.deepEqual(result, { "GET /a": "get_a", "GET /b/{id}": "get_b_by_id" });
});

test("names that meet get a hash each, whatever their order; a valid operationId keeps its own", () => {
  const operations = [
    operation("GET /a", { operationId: "pets/list" }),
    operation("GET /b", { operationId: "pets list" }),
    operation("GET /c", { operationId: "toys.list" }),
    operation("GET /d", { operationId: "toys_list" }),
  ];
  const result = named(...operations);
  assert.match(result["GET /a"] ?? "", /^pets_list_[0-9a-f]{8}$/);
  assert.match(result["GET /b"] ?? "", /^pets_list_[0-9a-f]{8}$/);
  assert.match(result["GET /c"] ?? "", /^toys_list_[0-9a-f]{8}$/);
  assert.equal(result["GET /d"], "toys_list");
  assert.equal(new Set(Object.values(result)).size, 4);
  assert.deepEqual(named(...operations.toReversed()), result);
});

test("a name of the user's own holds against an operationId", () => {
  const routed = [
    {
      operation: operation("GET /a", { operationId: "pets" }),
      decision: { expose: "tool", because: "" } as const,
    },
    {
      operation: operation("GET /b", { operationId: "other" }),
      decision: { expose: "tool", because: "", name: "pets" } as const,
    },
  ];
  const [first, second] = nameTools(routed, new Set());
  assert.match(first?.name ?? "", /^pets_[0-9a-f]{8}$/);
  assert.equal(second?.name, "pets");
});

const symbols: readonly [text: string, want: string][] = [
  ["listPets", "listPets"],
  ["ListPets", "listPets"],
  ["list_pets", "listPets"],
  ["repos/list-for-user", "reposListForUser"],
  ["URLMap", "urlMap"],
  ["listIDs", "listIDs"],
  ["API", "api"],
  ["2fa.enable", "operation2faEnable"],
  ["constructor", "constructor"],
];

for (const [text, want] of symbols) {
  test(`${text} as an identifier is ${want}`, () => assert.equal(camelCase(text), want));
}

function symbolsFor(...ids: readonly string[]): readonly string[] {
  const named = ids.map((operationId, index) => ({
    operation: operation(`GET /${index}`, { operationId }),
    name: operationId,
  }));
  return nameSymbols(named, new Set()).map(({ symbol }) => symbol);
}

test("symbols avoid what the language, the runtime's class and other exports are called", () => {
  const given = [
    "delete",
    "call",
    "api",
    "constructor",
    "then",
    "inputSchemas",
    "__proto__",
    "await",
  ];
  for (const symbol of symbolsFor(...given)) {
    assert.ok(!reservedMembers.has(symbol), symbol);
    assert.match(symbol, /^[a-zA-Z][a-zA-Z0-9]*_?$/);
  }
  assert.deepEqual(symbolsFor("call", "delete"), ["call_", "delete_"]);
});

test("symbols that meet get a hash each", () => {
  const result = symbolsFor("list-pets", "list_pets", "other");
  assert.match(result[0] ?? "", /^listPets_[0-9a-f]{8}$/);
  assert.match(result[1] ?? "", /^listPets_[0-9a-f]{8}$/);
  assert.notEqual(result[0], result[1]);
  assert.equal(result[2], "other");
});

test("long runs of one character take no long time", () => {
  for (const text of [
    "A".repeat(300_000),
    `a${"-".repeat(300_000)}b`,
    `a${"_.".repeat(150_000)}b`,
  ]) {
    const begun = performance.now();
    wordsOf(text);
    readableName(text, /[^a-zA-Z0-9_.-]+/g, "operation");
    assert.ok(performance.now() - begun < 3_000, text.slice(0, 5));
  }
});

test("the last of several capitals begins a word only before two small letters", () => {
  assert.deepEqual(wordsOf("getAPIKeyOfXMLDoc"), ["get", "API", "Key", "Of", "XML", "Doc"]);
  assert.deepEqual(wordsOf("listPDFs"), ["list", "PDFs"]);
});
