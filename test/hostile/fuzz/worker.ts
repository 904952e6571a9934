/** The process that tries inputs; see `run.ts`. */
import fc from "fast-check";
import { answers } from "./answers.js";
import { documents, routeMaps } from "./documents.js";
import { Fuzzed, type Input } from "./property.js";
import { anyJson, mapOf } from "./texts.js";

const inputs: fc.Arbitrary<Input> = fc.record({
  document: documents,
  routes: fc.oneof(fc.constant({ routes: [] }), routeMaps),
  tests: fc.boolean(),
  arguments: fc.array(mapOf(anyJson), { minLength: 1, maxLength: 3 }),
  answers: fc.array(answers, { minLength: 1, maxLength: 3 }),
});

process.on("unhandledRejection", (reason) => {
  throw reason;
});

const fuzzed = new Fuzzed();
let tried = 0;
const property = fc.asyncProperty(inputs, async (input) => {
  process.send?.({ input });
  tried++;
  await fuzzed.check(input);
});
try {
  await fc.assert(property, {
    seed: Number(process.env["FUZZ_SEED"]),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: Number(process.env["FUZZ_SECONDS"]) * 1000,
    markInterruptAsFailure: false,
  });
  console.log(`${tried} inputs, ${fuzzed.served} servers, ${fuzzed.calls} calls`);
  await new Promise((resolve) => process.send?.({ done: { inputs: tried } }, resolve));
} finally {
  fuzzed.close();
  process.disconnect?.();
}
