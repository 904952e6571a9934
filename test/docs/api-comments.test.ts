import assert from "node:assert/strict";
import { test } from "node:test";
import { undocumented } from "./undocumented.js";

test("everything that the packages export has a doc comment, with its public members", () => {
  const found = undocumented("runtime/index.ts", "src/index.ts");
  assert.deepEqual(
    found.map(({ place, name }) => `${place} ${name}`),
    [],
    "Say what it is, in a comment that begins with /**.",
  );
});
