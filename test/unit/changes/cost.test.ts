import assert from "node:assert/strict";
import { before, test } from "node:test";
import { contractOf } from "../../../src/changes/contract-of-surface.js";
import { eraseTypes } from "../../../src/emit/erase-types.js";
import { emitFiles } from "../../../src/emit/emit.js";
import { generate } from "../../../src/generate.js";
import { defaultOptions } from "../../../src/options/table.js";
import type { Generation } from "../../../src/read-surface.js";
import type { Surface } from "../../../src/surface/model.js";
import { emitOptionsOf } from "../../../src/write-code.js";
import { meaningHash } from "../../../src/write/meaning.js";
import { syntheticDocument } from "../../bench/synthetic.js";

const [few, many] = [150, 1500];
const rounds = 2;

const options = defaultOptions();
const stages = new Map<number, Generation>();

before(async () => {
  for (const operations of [few, many]) {
    const documents = new Map([["file:///things.json", syntheticDocument(operations)]]);
    stages.set(operations, await generate("/things.json", options, { cwd: "/", documents }));
  }
});

/** Does the work for both documents in turns. Returns how many times as long an operation takes in the large one. */
function costOfManyOperations(work: (stages: Generation) => unknown): number {
  const times = new Map([few, many].map((operations) => [operations, Infinity]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [operations, best] of times) {
      const start = process.cpuUsage();
      for (let done = 0; done < many; done += operations) work(stages.get(operations)!);
      const { user, system } = process.cpuUsage(start);
      times.set(operations, Math.min(best, user + system));
    }
  }
  return times.get(many)! / times.get(few)!;
}

/** Returns a surface of which every operation is listed with a shorter schema, so that each has a whole one. */
function withWholeInputs(surface: Surface): Surface {
  const inputs = Object.fromEntries(surface.operations.map(({ facts }) => [facts.id, facts.input]));
  const whole = { inputs, schemas: inputs };
  return { ...surface, api: { ...surface.api, wholeInputs: () => whole } };
}

const steps: Readonly<Record<string, (stages: Generation) => unknown>> = {
  "the lock": ({ surface }) => contractOf(withWholeInputs(surface!)),
  "the code": ({ surface, model }) => emitFiles(surface!, model!, emitOptionsOf(options, "out")),
  "the manifest": ({ files = [] }) => files.map(({ path, content }) => meaningHash(path, content)),
  "dist/": ({ files = [] }) => files.map(({ content }) => eraseTypes(content)),
};

for (const [what, work] of Object.entries(steps)) {
  test(`an operation costs ${what} the same, whether there are ${few} or ${many}`, () => {
    const cost = costOfManyOperations(work);
    assert.ok(cost < 2, `${cost.toFixed(2)} times as much`);
  });
}
