import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";

/** What is compared with the product's requests: the reader, the samples, and what the specifications ask for. */
const entries = [
  "raw/validator.ts",
  "samples/call-sampler.ts",
  "expected/credentials.ts",
  "expected/expected-request.ts",
  "spec-operation.ts",
  "specified-body.ts",
  "predicates.ts",
];

test("the other side of the comparison uses no code of the generator and the runtime", () => {
  const seen = new Set<string>();
  const pending = entries.map((each) => path.join(import.meta.dirname, each));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const source = readFileSync(file, "utf8");
    for (const [, name = ""] of source.matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)) {
      assert.ok(!name.startsWith("mcp-codegen"), `${file} imports ${name}`);
      if (!name.startsWith(".")) continue;
      const target = path.resolve(path.dirname(file), name.replace(/\.js$/, ".ts"));
      assert.match(path.relative(root, target), /^test\/oracle\//, `${file} imports ${name}`);
      if (!name.endsWith("swagger-client.d.ts")) pending.push(target);
    }
  }
  assert.ok(seen.size > 15, `only ${seen.size} files were found`);
});
