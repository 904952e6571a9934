import assert from "node:assert/strict";
import { test } from "node:test";
import { checkMain } from "../../../src/write/check-main.js";

const main = (content: string): { path: string; content: string } => ({
  path: "src/main.ts",
  content,
});

test("a main.ts that uses the class is fine, and so is a missing one", () => {
  assert.deepEqual(checkMain([main("await run(PetstoreServer);")], "PetstoreServer"), []);
  assert.deepEqual(checkMain([], "PetstoreServer"), []);
});

test("a main.ts that uses another class is reported with the new name", () => {
  const [warning] = checkMain([main("await run(PetstoreServer);")], "ZooServer");
  assert.equal(warning?.code, "main-outdated");
  assert.equal(warning?.severity, "warning");
  assert.match(warning?.hint ?? "", /ZooServer/);
});
