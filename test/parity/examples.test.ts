/** Every example of code in the seed documents has its twin in `examples/`, and a test that runs the twin. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { twins } from "./examples.js";

const read = (...parts: string[]): string => readFileSync(path.join(root, ...parts), "utf8");

test("each twin is in the example that its row names, and the README lists the example", () => {
  const readme = read("examples/README.md");
  for (const { seed, ours } of twins) {
    const [file, piece] = ours;
    assert.ok(read("examples", file).includes(piece), `${seed}: ${piece} in ${file}`);
    assert.ok(readme.includes(`\`${path.dirname(file)}/\``), `${seed}: ${file}`);
  }
});

test("each twin is run by its test, over all transports or with a reason", () => {
  for (const { seed, test: run, notOverAll } of twins) {
    const [file, title] = run;
    const text = read("test/e2e/examples", file);
    assert.ok(text.includes(title), `${seed}: ${title}`);
    assert.equal(text.includes("overTransports("), notOverAll === undefined, seed);
  }
});

const seeds = path.join(root, "../shared/seeds");
const skip = !existsSync(seeds) && "../shared/seeds is absent";

test("every example of the seeds has a row", { skip }, () => {
  const found = readdirSync(seeds).flatMap((file) =>
    examplesOf(readFileSync(path.join(seeds, file), "utf8")).map(
      (name) => `${file.slice(0, 3)} ${name}`,
    ),
  );
  assert.deepEqual(twins.map(({ seed }) => seed).sort(), found.sort());
});

/** Names the blocks of code that use something, rather than declare what the heading names. */
function examplesOf(document: string): string[] {
  return document.split(/^#{2,6} /m).flatMap((section) => {
    const heading = /^`?(.+?)`?$/m.exec(section)?.[1] ?? "";
    const blocks = [...section.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code!);
    const used = blocks.filter((code) => !declares(code, heading));
    return used.map((_, index) => `${heading} ${index + 1}`);
  });
}

function declares(code: string, name: string): boolean {
  return new RegExp(
    `^(?:(?:async )?(?:def|class) ${name}\\b|${name}(?::| = (?:Literal|TextContent)))`,
    "m",
  ).test(code);
}
