import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { load } from "js-yaml";
import { runConfig } from "../../../src/config/run-config.js";
import { generate } from "../../../src/generate.js";
import { type Generation } from "../../../src/read-surface.js";
import { defaultOptions } from "../../../src/options/table.js";
import { configFormats, configText } from "../../../src/starter/config-text.js";
import { missingFrom } from "../../../src/starter/missing.js";
import { routeMapText } from "../../../src/starter/route-map-text.js";
import { starterRules } from "../../../src/starter/starter-rules.js";

type Json = Readonly<Record<string, unknown>>;

/** Reads a document with these operations, by `METHOD /path`. */
function read(
  operations: Readonly<Record<string, Json>>,
  rest: Json = {},
  routes?: string,
): Promise<Generation> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = key.split(" ");
    (paths[path] ??= {})[method.toLowerCase()] = {
      responses: { "200": { description: "" } },
      ...operation,
    };
  }
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...rest };
  const url = (name: string): string => pathToFileURL(`/w/${name}`).href;
  const documents = new Map([[url("d.json"), JSON.stringify(document)]]);
  if (routes !== undefined) documents.set(url("r.yaml"), routes);
  const options = {
    ...defaultOptions(),
    ...(routes === undefined ? {} : { routes: "r.yaml" }),
    runtime: "package",
  };
  return generate("d.json", options, { cwd: "/w", documents });
}

async function leftOut(
  operations: Readonly<Record<string, Json>>,
): Promise<readonly (readonly string[])[]> {
  const { model } = await read(operations);
  return starterRules(model!).map(({ why, operations: taken }) => [
    why,
    ...taken.map(({ key }) => key),
  ]);
}

describe("a starter leaves out", () => {
  test("what is deprecated, what is marked or named internal, and what destroys, each once", async () => {
    const rules = await leftOut({
      "GET /pets": {},
      "POST /pets": {},
      "GET /old": { deprecated: true },
      "DELETE /old": { deprecated: true },
      "GET /secret": { "x-internal": true },
      "GET /shown": { "x-internal": false },
      "GET /a": { tags: ["Admin"] },
      "GET /v1/_internal/{x}/y": {
        parameters: [{ name: "x", in: "path", required: true, schema: {} }],
      },
      "GET /v1/_internal": {},
      "GET /administrators-guide": {},
      "DELETE /pets": {},
      "POST /accounts/reset": {},
      "POST /users": { operationId: "purgeUsers" },
      "GET /deleted": { operationId: "getDeleted" },
    });
    assert.deepEqual(rules, [
      ["deprecated", "GET /old", "DELETE /old"],
      ["internal", "GET /secret"],
      ["internal", "GET /a"],
      ["internal", "GET /v1/_internal/{x}/y", "GET /v1/_internal"],
      ["dangerous", "DELETE /pets"],
      ["dangerous", "POST /accounts/reset"],
      ["dangerous", "POST /users"],
    ]);
  });

  test("nothing of a document in which nothing looks so", async () => {
    assert.deepEqual(await leftOut({ "GET /pets": {}, "POST /pets": {} }), []);
    assert.deepEqual(load(routeMapText([], true)), { routes: [] });
  });
});

describe("a starter route map", () => {
  const hostile = [
    'a"\n- match: {}\n  expose: tool #',
    "# x",
    "!!js/function 'x'",
    "*",
    "true",
    "012",
    "\u2028- x",
    "\u0085y: z",
    "&a *a",
    "{{x}}",
    "\u202edrow",
  ];

  test("keeps every text of the document a text, and obeys its rules without a warning", async () => {
    const operations: Record<string, Json> = { "GET /kept": { operationId: "kept" } };
    for (const [index, text] of hostile.entries()) {
      operations[`POST /p${index}/reset`] = { operationId: `reset ${text}` };
      operations[`GET /p${index}/${encodeURI(text)}/admin`] = { operationId: `g${index}` };
    }
    const { model } = await read(operations);
    const rules = starterRules(model!);
    const text = routeMapText(rules, true);
    const written = load(text) as { routes: readonly { match: unknown; expose: string }[] };
    assert.deepEqual(written, { routes: rules.map(({ match }) => ({ match, expose: "exclude" })) });
    assert.doesNotMatch(text, /[^\n\x20-\x7e]/);
    const { surface, diagnostics } = await read(operations, {}, text);
    assert.deepEqual(
      diagnostics.filter(({ code }) => code.startsWith("routes")),
      [],
    );
    assert.deepEqual(
      surface?.operations.map(({ facts }) => facts.id),
      ["kept"],
    );
  });

  test("that would leave nothing has its rules in comments", async () => {
    const operations = { "DELETE /a": { operationId: hostile[0] }, "GET /b": { deprecated: true } };
    const { model } = await read(operations);
    const text = routeMapText(starterRules(model!), false);
    assert.deepEqual(load(text), { routes: [] });
    assert.match(text, /^ {2}# - match:$/m);
    const { surface } = await read(operations, {}, text);
    assert.equal(surface?.operations.length, 2);
  });
});

test("a configuration in each language keeps its texts", async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "starter-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const settings = { input: 'a"`${1}\n\u2028', out: "yes", overlay: ["0x1", "# b"], strict: true };
  for (const format of configFormats) {
    const text = configText(settings, format);
    if (format === "yaml") assert.deepEqual(load(text), settings);
    else if (format === "json") {
      const { $schema, ...rest } = JSON.parse(text);
      assert.deepEqual(rest, settings);
      assert.equal($schema, "./node_modules/mcp-codegen/dist/config.schema.json");
    } else {
      const file = path.join(folder, "mcp-codegen.config.ts");
      writeFileSync(file, text);
      assert.deepEqual(await runConfig(file), settings);
    }
  }
});

describe("a document lacks", () => {
  const responses = { "200": { description: "" }, "401": { description: "" } };
  const named = { operationId: "o", summary: "s", responses };
  const https = { servers: [{ url: "https://api.example" }] };
  const key = { components: { securitySchemes: { k: { type: "http", scheme: "bearer" } } } };
  const rows: readonly (readonly [string, Json, Json, RegExp | undefined])[] = [
    ["nothing", named, { ...https, ...key, security: [{ k: [] }] }, undefined],
    ["security schemes", named, https, /^Security schemes: one operation may answer 401/],
    ["uses of its schemes", named, { ...https, ...key }, /^Security requirements/],
    ["a server", { ...named, responses: {} }, {}, /^A server: /],
    ["a host", { ...named, responses: {} }, { servers: [{ url: "/v1" }] }, /^The host of the API/],
    ["https", { ...named, responses: {} }, { servers: [{ url: "http://api.example" }] }, /^HTTPS/],
    [
      "a public server",
      { ...named, responses: {} },
      { servers: [{ url: "http://localhost:1" }] },
      /^A public server/,
    ],
    [
      "a value",
      { ...named, responses: {} },
      { servers: [{ url: "https://{r}.example", variables: { r: {} } }] },
      /^A value in the address/,
    ],
    ["a name", { summary: "s" }, https, /^An operationId of one operation/],
    ["a description", { operationId: "o" }, https, /^A summary or description of one operation/],
  ];
  for (const [what, operation, rest, says] of rows) {
    test(what, async () => {
      const { model } = await read({ "GET /x": operation }, rest);
      const missing = missingFrom(model!).map((each) => each.what);
      assert.equal(missing.length, says ? 1 : 0, missing.join("\n"));
      if (says) assert.match(missing[0] ?? "", says);
    });
  }
});
