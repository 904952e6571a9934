/** Checks by JSON Schema of hostile values and by hostile schemas end soon, or say that they can't be made. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { JsonObject } from "../../runtime/protocol/json.js";
import type { CompiledSchema } from "../../runtime/schema/compiled-schema.js";
import { compileSchema } from "../../runtime/schema/validator.js";
import { hostileChecks, type Verdict } from "./schema/inputs.js";

/** What one check may cost, in milliseconds of processor time, because others may use the same cores. */
const limitMs = 100;
/** Processor time itself grows when others use the caches and the other half of a core. */
const margin = 2.5;

/** Checks a value as a server does: decides, explains what is wrong, and keeps the part of an answer that conforms. */
function checkFully(compiled: CompiledSchema, value: unknown): Verdict {
  const violations = compiled.validate(value);
  if (violations.length === 0) return "valid";
  const text = compiled.explain(violations);
  assert.ok(text.length < 20_000, `the explanation has ${text.length} characters`);
  compiled.note(violations, false);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    compiled.conform(value as JsonObject, violations);
  }
  const isUnchecked = ["budget", "depth"].includes(violations[0]!.keyword);
  return isUnchecked ? "unchecked" : "invalid";
}

function cpuMs<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

describe("a check of a hostile value ends within 100 ms", () => {
  for (const { name, schema, value, verdicts } of hostileChecks) {
    test(name, async () => {
      // Another instance of the schema, so that nothing is known about the value.
      checkFully(await compileSchema(structuredClone(schema)), value);
      const rounds: number[] = [];
      for (let round = 0; round < 2; round++) {
        const compiled = await compileSchema(structuredClone(schema));
        const { result, ms } = cpuMs(() => checkFully(compiled, value));
        assert.ok(verdicts.includes(result), `the verdict is ${result}`);
        rounds.push(ms);
      }
      assert.ok(Math.min(...rounds) <= limitMs * margin, `took ${rounds.join(" and ")} ms`);
    });
  }
});

test("a hostile schema is compiled within 100 ms", async () => {
  for (const { name, schema } of hostileChecks) {
    const before = process.cpuUsage();
    await compileSchema(structuredClone(schema));
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 <= limitMs * margin, `${name}: ${(user + system) / 1000} ms`);
  }
});
