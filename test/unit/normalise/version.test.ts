import assert from "node:assert/strict";
import { test } from "node:test";
import { normalised, ok } from "./documents.js";

const paths = { "/a": { get: { responses: ok } } };

const readable: [given: Record<string, unknown>, version: string, warnings: number][] = [
  [{ swagger: "2.0" }, "2.0", 0],
  [{ swagger: 2 }, "2.0", 1],
  [{ openapi: "3.0.0" }, "3.0", 0],
  [{ openapi: "3.0.4" }, "3.0", 0],
  [{ openapi: 3 }, "3.0", 1],
  [{ openapi: 3.1 }, "3.1", 1],
  [{ openapi: "3.1" }, "3.1", 0],
  [{ openapi: "3.1.0-rc1" }, "3.1", 0],
  [{ openapi: "3.2.0" }, "3.2", 0],
];
for (const [given, version, warnings] of readable) {
  test(`${JSON.stringify(given)} is read as ${version}`, () => {
    const { document, diagnostics } = normalised({ ...given, info: {}, paths });
    assert.equal(document?.version, version);
    assert.equal(diagnostics.filter(({ severity }) => severity === "warning").length, warnings);
  });
}

const refused: [given: unknown, code: string, says: RegExp][] = [
  ["text", "not-openapi", /the string "text"/],
  [[1], "not-openapi", /a list/],
  [null, "not-openapi", /null/],
  [{ paths }, "not-openapi", /neither an "openapi" nor a "swagger"/],
  [{ asyncapi: "2.6.0" }, "not-openapi", /"asyncapi"/],
  [{ openapi: "4.0.0", paths }, "unsupported-version", /"4\.0\.0"/],
  [{ openapi: "3.10.0", paths }, "unsupported-version", /"3\.10\.0"/],
  [{ openapi: ["3.0.0"], paths }, "unsupported-version", /a list/],
  [{ swagger: "1.2", paths }, "unsupported-version", /"1\.2"/],
];
for (const [given, code, says] of refused) {
  test(`${JSON.stringify(given)} is refused: ${code}`, () => {
    const { document, diagnostics } = normalised(given);
    assert.equal(document, undefined);
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnostics[0]?.code, code);
    assert.match(diagnostics[0]?.message ?? "", says);
    assert.match(diagnostics[0]?.hint ?? "", /3\.2/);
  });
}

test("a document of webhooks only has 0 operations and says why", () => {
  const webhooks = { shipped: { post: { responses: ok } } };
  const { document, diagnostics } = normalised({ openapi: "3.1.0", info: {}, webhooks });
  assert.equal(document, undefined);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["no-operations"],
  );
  assert.match(diagnostics[0]?.message ?? "", /0 operations.*1 webhook/);
});

test("paths without methods are no operations either", () => {
  const { diagnostics } = normalised({ openapi: "3.0.0", info: {}, paths: { "/a": {} } });
  assert.equal(diagnostics[0]?.code, "no-operations");
});
