/** Each row of the table of faults in docs/clients.md names a test that exists. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertTested, promisesIn } from "../../support/promises.js";

const text = readFileSync(new URL("../../../docs/clients.md", import.meta.url), "utf8");
const rows = promisesIn(text);

test("docs/clients.md has a table of faults", () => {
  assert.ok(rows.length > 30);
});

for (const row of rows) {
  test(`docs/clients.md: ${row[0]} ends in: ${row[1]}`, () => assertTested(row));
}
