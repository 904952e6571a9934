import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { withOptions } from "../../.build/readme.js";
import { parseSource } from "../../src/load/parse.js";
import { readRouteMap } from "../../src/routes/read-route-map.js";
import { root, runCommand } from "../support/cli.js";

const readme = readFileSync(path.join(root, "README.md"), "utf8");
const petstore = path.join(root, "examples/petstore");

test("the README's option tables are those of the command line", async () => {
  assert.equal(readme, await withOptions(readme), "run: npm run readme");
});

const commands = [...readme.matchAll(/^npx mcp-codegen (.*?)(?: +#.*)?$/gm)].map(
  ([, line]) => line ?? "",
);

test("the README shows commands", () => assert.ok(commands.length >= 4));

for (const command of commands.filter(
  (line) => !line.startsWith("serve") && !line.startsWith("http"),
)) {
  test(`README: npx mcp-codegen ${command}`, async () => {
    const args = command.split(" ").filter((word) => word !== "--check");
    const run = await runCommand([...args, "--dry-run"], { cwd: petstore });
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /operations: \d+ tools/);
  });
}

test("the README's route map is one", () => {
  const text = /```yaml\n(routes:[\s\S]*?)```/.exec(readme)?.[1] ?? "";
  assert.ok(load(text));
  const { source } = parseSource("file:///routes.yaml", text);
  assert.ok(source);
  assert.deepEqual(readRouteMap(source).diagnostics, []);
});

test("the README's scripts exist", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const [, name] of readme.matchAll(/npm run ([a-z:]+)/g)) {
    assert.ok(name && Object.hasOwn(scripts, name), `npm run ${name}`);
  }
});
