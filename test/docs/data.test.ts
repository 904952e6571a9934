/** The data in the documentation is well-formed; route maps are valid. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { configSchema } from "../../src/config/config-schema.js";
import { readConfig } from "../../src/config/read-config.js";
import { gatewaySchema } from "../../src/gateway/gateway-schema.js";
import { parseSource } from "../../src/load/parse.js";
import { routeMapSchema } from "../../src/routes/route-map-schema.js";
import { readRouteMap } from "../../src/routes/read-route-map.js";
import { blocksOf, checkedBlocks, readDocument } from "./blocks.js";

test("blocks of JSON are JSON", () => {
  for (const { place, code } of checkedBlocks("json")) {
    assert.doesNotThrow(() => JSON.parse(code), place);
  }
});

for (const { place, code } of checkedBlocks("yaml", "yml")) {
  test(`${place}: the YAML is valid`, () => {
    const value = load(code);
    assert.ok(typeof value === "object" && value !== null);
    const { source } = parseSource("file:///block.yaml", code);
    assert.ok(source);
    if (!isConfiguration(value) && "routes" in value)
      assert.deepEqual(readRouteMap(source).diagnostics, []);
  });
}

test("configurations in YAML and JSON are accepted, and fit the schema that editors use", () => {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
  ajv.addSchema({ ...routeMapSchema, $id: "https://schemas.test/route-map.schema.json" });
  const fits = ajv.compile({ ...configSchema(), $id: "https://schemas.test/config.schema.json" });
  const found = checkedBlocks("json", "yaml", "yml")
    .map(({ place, code }) => ({ place, value: load(code) }))
    .filter(({ value }) => isConfiguration(value));
  assert.ok(found.length >= 2);
  for (const { place, value } of found) {
    const { diagnostics } = readConfig("file:///block.yaml", value as object, process.cwd());
    assert.deepEqual(diagnostics, [], place);
    assert.ok(fits(value), `${place}: ${ajv.errorsText(fits.errors)}`);
  }
});

test("gateways fit the schema that editors use", () => {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
  ajv.addSchema({ ...routeMapSchema, $id: "https://schemas.test/route-map.schema.json" });
  ajv.addSchema({ ...configSchema(), $id: "https://schemas.test/config.schema.json" });
  const fits = ajv.compile({
    ...gatewaySchema(),
    $id: "https://schemas.test/gateway.schema.json",
  });
  const found = blocksOf()
    .filter(({ language }) => language === "yaml")
    .map(({ place, code }) => ({ place, value: load(code) }))
    .filter(({ value }) => isGateway(value));
  assert.ok(found.length >= 1);
  for (const { place, value } of found)
    assert.ok(fits(value), `${place}: ${ajv.errorsText(fits.errors)}`);
});

/** Only a gateway has servers and a name of its own. */
function isGateway(value: unknown): boolean {
  return typeof value === "object" && value !== null && "name" in value && "servers" in value;
}

/** `servers` of other programs' configurations hold commands and addresses. */
function isConfiguration(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("openapi" in value || "swagger" in value || isGateway(value)) return false;
  if ("input" in value) return true;
  const servers: unknown = "servers" in value ? value.servers : undefined;
  return Object.values(servers ?? {}).some((each: object) => "input" in each);
}

test("programs in JavaScript have no syntax errors", () => {
  for (const { place, code } of checkedBlocks("js")) {
    const args = ["--input-type=module", "--check"];
    const { stderr } = spawnSync(process.execPath, args, { input: code, encoding: "utf8" });
    assert.equal(stderr, "", place);
  }
});

test("a block that a test of its own runs is named there", () => {
  for (const { place, file, mark } of blocksOf()) {
    if (mark?.kind !== "run by") continue;
    const name = path.basename(file, ".md");
    assert.ok(readDocument(mark.text).includes(name), `${mark.text} does not name ${place}`);
  }
});

test("every block is of a kind that is checked, and those that are not give a reason", (t) => {
  const checked = new Set(["sh", "ts", "js", "json", "yaml", "yml"]);
  const blocks = blocksOf();
  for (const { place, language, mark } of blocks) {
    assert.ok(checked.has(language) || mark !== undefined, `${place}: a block of ${language}`);
  }
  const left = blocks.filter(({ mark }) => mark?.kind === "not run");
  for (const { place, mark } of left) t.diagnostic(`${place} is not run: ${mark?.text}`);
  t.diagnostic(`${blocks.length - left.length} of ${blocks.length} blocks are checked`);
});
