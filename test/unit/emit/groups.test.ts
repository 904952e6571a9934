import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileNameOf, resourceOf } from "../../../src/emit/groups/group-name.js";
import { mostInOneFile } from "../../../src/emit/groups/group-operations.js";
import { changed, filesOf, type OperationNode } from "../../support/shop-output.js";

const item = { $ref: "#/components/schemas/Item" };

/** Returns operations of ten tags, which share a schema. */
function operationsOf(count: number): OperationNode[] {
  return Array.from({ length: count }, (_, at) => ({
    operationId: `get${at}`,
    tags: [`Tag ${at % 10}`],
    responses: { 200: { description: "", content: { "application/json": { schema: item } } } },
  }));
}

const many = operationsOf(mostInOneFile + 1);

function withOperation(at: number, change: Partial<OperationNode>): readonly OperationNode[] {
  return many.map((each, index) => (index === at ? { ...each, ...change } : each));
}

describe("files of tags", () => {
  test("only a document of many operations has them, unless an option asks for them", async () => {
    const isSplit = (files: ReadonlyMap<string, string>): boolean =>
      files.has("src/generated/operations/tag-1.ts") && files.has("src/generated/types/tag-1.ts");
    assert.equal(isSplit(await filesOf(many)), true);
    assert.equal(isSplit(await filesOf(many.slice(1))), false);
    assert.equal(isSplit(await filesOf(many, { split: "none" })), false);
    assert.equal(isSplit(await filesOf(many.slice(0, 10), { split: "tag" })), true);
  });

  test("server.ts, index.ts and the scaffold are the same without them", async () => {
    const paths = changed(await filesOf(many), await filesOf(many, { split: "none" }));
    const files = await filesOf(many);
    const withoutEcho = paths.filter((path) => !/\b(operations|types)\b/.test(path));
    for (const path of withoutEcho) assert.match(files.get(path) ?? "", /^\/\/ @generated/);
    assert.deepEqual(withoutEcho, ["src/generated/server.ts"]);
  });

  test("a changed text of an operation changes its tag's file and the tables of contents", async () => {
    const now = await filesOf(withOperation(42, { summary: "Get the answer" }));
    assert.deepEqual(changed(await filesOf(many), now), [
      "README.md",
      "src/generated/operations/tag-2.ts",
      "src/generated/server.ts",
    ]);
  });

  test("a new parameter changes the files of its tag only", async () => {
    const parameters = [{ name: "page", in: "query", schema: { type: "integer" } }];
    const now = await filesOf(withOperation(42, { parameters }));
    assert.deepEqual(changed(await filesOf(many), now), [
      "src/generated/operations/tag-2.ts",
      "src/generated/types/tag-2.ts",
    ]);
  });

  test("another order of the operations moves nothing to another file", async () => {
    const paths = changed(await filesOf(many), await filesOf(many.toReversed()));
    assert.ok(!paths.includes("src/generated/operations.ts"));
    assert.ok(!paths.includes("src/generated/types.ts"));
    assert.equal(paths.filter((path) => path.includes("schemas")).length, 0);
  });

  test("tags of one name but for its case share a file, so that neither renames the other's", async () => {
    const now = await filesOf(withOperation(42, { tags: ["TAG 2"] }));
    assert.deepEqual(changed(await filesOf(many), now), [
      "src/generated/operations/tag-2.ts",
      "src/generated/types/tag-2.ts",
    ]);
  });

  test("they import a runtime of the user by its place", async () => {
    const options = { layout: "module", runtime: "../lib/mcp.js", split: "tag" } as const;
    const files = await filesOf(many.slice(0, 10), options);
    assert.match(files.get("server.ts") ?? "", / from "\.\.\/lib\/mcp\.js";/);
    assert.match(files.get("operations/tag-1.ts") ?? "", / from "\.\.\/\.\.\/lib\/mcp\.js";/);
  });

  for (const [extension, ending] of [
    ["js", ".js"],
    ["ts", ".ts"],
    ["none", ""],
  ] as const) {
    test(`every relative import ends as --import-extension ${extension} says`, async () => {
      const files = await filesOf(many, { "import-extension": extension });
      let imports = 0;
      for (const [path, content] of files) {
        if (!path.startsWith("src/")) continue;
        for (const [, specifier = ""] of content.matchAll(/ from "(\.[^"]*)";$/gm)) {
          imports += 1;
          assert.match(specifier, new RegExp(`^[./]*[a-z0-9/-]+\\${ending || "b"}$`), path);
        }
      }
      assert.ok(imports > 30);
    });
  }
});

test("names of files hold nothing that a file system refuses or reads as a path", () => {
  const names: Readonly<Record<string, string>> = {
    core_v1: "core-v1",
    "Metadata taxonomies": "metadata-taxonomies",
    "Über uns": "uber-uns",
    "../../etc/passwd": "etc-passwd",
    "C:\\Windows": "c-windows",
    "con.txt": "con-txt",
    CON: "con-tag",
    lpt9: "lpt9-tag",
    Schemas: "schemas-tag",
    index: "index-tag",
    __proto__: "proto",
  };
  for (const [tag, name] of Object.entries(names)) assert.equal(fileNameOf(tag), name);
  const hashed = ["", "从业员", "🐶", "\u202e", "\0", "x".repeat(500), "従業員"].map(fileNameOf);
  assert.equal(new Set(hashed).size, hashed.length);
  for (const name of hashed) assert.match(name, /^[a-z0-9][a-z0-9-]{0,59}$/);
});

test("an operation without a tag is filed by the first word of its path that says something", () => {
  const resources: Readonly<Record<string, string | undefined>> = {
    "/pets/{id}": "pets",
    "/api/v1/pets": "pets",
    "/2010-04-01/Accounts/{Sid}.json": "Accounts",
    "/{tenant}/users": "users",
    "/rest/api/3/issue": "issue",
    "/": undefined,
    "/v1/{id}": undefined,
    "/1_2-beta_.x/pets": "pets",
    "/1_/pets": "1_",
    // Each underscore could begin another part of a version.
    [`/1${"_a".repeat(1_000)}!`]: `1${"_a".repeat(1_000)}!`,
  };
  for (const [path, resource] of Object.entries(resources)) {
    assert.equal(resourceOf(path), resource, path);
  }
});
