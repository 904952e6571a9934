/** Ajv is another implementation, which many have tested for years. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../../support/cli.js";
import { compareVerdicts } from "./verdicts.js";

const documents = [
  "body-one-of",
  "discriminator",
  "dynamic-refs",
  "openapi-3-1",
  "recursion",
  "swagger-2",
];

for (const name of documents) {
  test(`arguments of the case ${name} are accepted and refused as by ajv`, async () => {
    const found = await compareVerdicts(path.join(root, "test/golden", name, "openapi.yaml"));
    assert.deepEqual(found.differences, []);
    assert.ok(found.refused > 50 && found.refused < found.compared, JSON.stringify(found));
  });
}
