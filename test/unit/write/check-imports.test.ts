import assert from "node:assert/strict";
import { test } from "node:test";
import { checkImports } from "../../../src/write/check-imports.js";

const importing = (specifier: string) => [
  { path: "src/main.ts", content: `import { PetstoreServer } from "${specifier}";` },
];

test("a main.ts that imports generated code as before is told of", () => {
  const [warning] = checkImports(importing("./generated/index.js"), "ts");
  assert.match(warning?.message ?? "", /imports of the generated code end in \.ts now/);
  const [other] = checkImports(importing("./generated/client.js"), "none");
  assert.match(other?.message ?? "", /imports of the generated code have no extension now/);
});

test("nothing is told of imports that fit, or of code that is not generated", () => {
  assert.deepEqual(checkImports(importing("./generated/index.js"), "js"), []);
  assert.deepEqual(checkImports(importing("./generated/index.ts"), "ts"), []);
  assert.deepEqual(checkImports(importing("./generated/index"), "none"), []);
  assert.deepEqual(checkImports(importing("./helpers/index.js"), "none"), []);
  assert.deepEqual(checkImports([], "none"), []);
});
