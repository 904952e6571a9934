/** Runs every test file below test/ (or those named) and closes with one line of totals. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
// Says for all the files whether they check what is on the wire.
import "./support/wire/schemas.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const named = process.argv.slice(2).map((file) => path.resolve(file));
const files =
  named.length > 0
    ? named
    : readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".test.ts"))
        .sort()
        .map((file) => path.join(folder, file));

let passed = 0;
let failed = 0;
const stream = run({ files, concurrency: 2, timeout: 300_000 });
stream.on("test:pass", (event) => {
  if (isTest(event)) passed += 1;
});
stream.on("test:fail", (event) => {
  // A suite or a file fails with its tests, which count, or all by itself: where a hook throws.
  const { failureType } = event.details.error as { readonly failureType?: string };
  if (isTest(event) || failureType !== "subtestsFailed") failed += 1;
});
stream.pipe(new spec()).pipe(process.stdout);
stream.on("end", () => {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});

/** Suites and files are reported as well; only tests count. */
function isTest(event: {
  readonly name: string;
  readonly details: { readonly type?: string };
}): boolean {
  return event.details.type !== "suite" && !files.includes(path.resolve(event.name));
}
