/**
 * `node --import tsx test/corpus/verdicts.ts FILE …`: compares what the runtime and ajv say about arguments of each operation
 * of OpenAPI documents. Exit code 1 if they disagree.
 */
import path from "node:path";
import { compareVerdicts } from "../runtime/schema/same-as-ajv/verdicts.js";

/** Most differences that are shown for one document. */
const mostShown = 10;

let differences = 0;
for (const file of process.argv.slice(2)) {
  const found = await compareVerdicts(path.resolve(file));
  differences += found.differences.length;
  process.stdout.write(`${file}: ${found.compared} compared, ${found.refused} refused\n`);
  for (const each of found.differences.slice(0, mostShown)) {
    process.stdout.write(`  DIFFERENT ${each.slice(0, 500)}\n`);
  }
}
process.exitCode = differences > 0 ? 1 : 0;
