import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { configSchema } from "../../../src/config/config-schema.js";
import type { Configuration } from "../../../src/config/configuration.js";
import { readConfig } from "../../../src/config/read-config.js";
import { routeMapSchema } from "../../../src/routes/route-map-schema.js";

const folder = path.resolve("/repository/api");
const url = pathToFileURL(path.join(folder, "mcp-codegen.config.yaml")).href;

function read(value: unknown, cwd = folder): Configuration {
  const { configuration, diagnostics } = readConfig(url, value, cwd);
  assert.deepEqual(diagnostics, []);
  return configuration!;
}

function faultsOf(value: unknown): readonly (readonly [string | undefined, string])[] {
  const { configuration, diagnostics } = readConfig(url, value, folder);
  assert.equal(configuration, undefined);
  return diagnostics.map(({ place, message }) => [place?.pointer, message]);
}

describe("a configuration", () => {
  test("of one server names its document and options, in camelCase or as on the command line", () => {
    const { servers } = read({
      input: "openapi.yaml",
      out: "petstore-mcp",
      descriptionLimit: 5,
      "trust-x-mcp": true,
    });
    const [{ name, input, options } = { options: {} }] = servers;
    assert.equal(servers.length, 1);
    assert.equal(name, "petstore-mcp");
    assert.equal(input, "openapi.yaml");
    assert.deepEqual(options, { out: "petstore-mcp", "description-limit": 5, "trust-x-mcp": true });
  });

  test("gives servers what they have in common, which their own values replace", () => {
    const { servers } = read({
      mode: "tools",
      overlay: ["a.yaml", "b.yaml"],
      servers: [
        { input: "one.yaml", out: "one" },
        { input: "two.yaml", out: "two", mode: "search", overlay: "c.yaml" },
      ],
    });
    assert.deepEqual(
      servers.map(({ options }) => options),
      [
        { mode: "tools", overlay: ["a.yaml", "b.yaml"], out: "one" },
        { mode: "search", overlay: ["c.yaml"], out: "two" },
      ],
    );
  });

  test("names servers by key, and their folders after the key", () => {
    const { servers } = read({
      input: "openapi.yaml",
      servers: { "Pet Store": {}, admin: { out: "x", name: "boss" } },
    });
    assert.deepEqual(
      servers.map(({ name, options }) => [name, options.name, options.out]),
      [
        ["Pet Store", "Pet Store", "pet-store-mcp"],
        ["admin", "boss", "x"],
      ],
    );
  });

  test("has paths relative to its folder, and leaves URLs, specifiers and absolute paths as they are", () => {
    const value = {
      input: "openapi.yaml",
      out: "../server",
      routes: "https://example.com/routes.yaml",
      overlay: [path.resolve("/elsewhere/overlay.yaml")],
      runtime: "../../runtime/index.js",
      allowRef: ["common.yaml"],
    };
    const { servers } = read(value, path.resolve("/repository"));
    assert.equal(servers[0]?.input, path.join("api", "openapi.yaml"));
    assert.deepEqual(servers[0]?.options, {
      out: "server",
      routes: "https://example.com/routes.yaml",
      overlay: [path.join("..", "elsewhere", "overlay.yaml")],
      runtime: "../../runtime/index.js",
      "allow-ref": [path.join("api", "common.yaml")],
    });
  });

  test("may hold documents, route maps and overlays themselves, which are read as files of their own", () => {
    const document = { openapi: "3.1.0" };
    const { servers, documents } = read({
      servers: [
        { input: document, routes: [{ match: {} }], out: "a" },
        { input: { swagger: "2.0" }, overlay: { overlay: "1.0.0" }, out: "b" },
      ],
    });
    const textOf = (file: string | undefined): unknown =>
      JSON.parse(documents.get(pathToFileURL(path.resolve(folder, file ?? "")).href) ?? "null");
    assert.deepEqual(textOf(servers[0]?.input), document);
    assert.deepEqual(textOf(servers[0]?.options.routes), [{ match: {} }]);
    assert.deepEqual(textOf(servers[1]?.input), { swagger: "2.0" });
    assert.deepEqual(textOf(servers[1]?.options.overlay?.[0]), { overlay: "1.0.0" });
  });

  test("takes a number of tokens and a port as numbers", () => {
    assert.deepEqual(read({ budget: 20_000, http: 8080 }).servers[0]?.options, {
      budget: "20000",
      http: "8080",
    });
  });
});

describe("a configuration is refused", () => {
  test("if two servers have one output folder, whatever the paths to it", () => {
    const servers = [{ out: "a/../x" }, { out: "./x" }, { out: path.join(folder, "x") }];
    const faults = faultsOf({
      input: "openapi.yaml",
      servers: servers.map((one, index) => ({ ...one, name: `s${index}` })),
    });
    assert.deepEqual(
      faults.map(([pointer]) => pointer),
      ["/servers/1/out", "/servers/2/out"],
    );
    assert.match(faults[0]?.[1] ?? "", /"s0" and "s1" have the same output folder/);
  });

  test("if the names of two servers give one output folder", () => {
    assert.match(
      faultsOf({ input: "a", servers: { "pet store": {}, "Pet-Store": {} } })[0]?.[1] ?? "",
      /same output folder, pet-store-mcp/,
    );
  });

  for (const value of [undefined, null, 5, "text", [], [{ input: "a" }]]) {
    test(`if it is ${JSON.stringify(value)}`, () => {
      assert.match(faultsOf(value)[0]?.[1] ?? "", /must be a mapping of option names to values/);
    });
  }

  for (const servers of [null, [], {}, "a", 1]) {
    test(`if its servers are ${JSON.stringify(servers)}`, () => {
      assert.equal(faultsOf({ servers })[0]?.[0], "/servers");
    });
  }

  test("if it has an option of one run, or of Object.prototype", () => {
    assert.deepEqual(
      faultsOf({ config: "a", only: ["b"], constructor: 1, toString: 2 }).map(
        ([pointer]) => pointer,
      ),
      ["/config", "/only", "/constructor", "/toString"],
    );
  });

  test("without quoting a value that may be a secret", () => {
    const [fault] = faultsOf({ header: "Authorization s3cret" });
    assert.match(fault?.[1] ?? "", /^`header` can't be used: Expected a header/);
    assert.ok(!fault?.[1].includes("s3cret"));
  });
});

test("the schema for editors accepts what is accepted and refuses what is refused", () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...routeMapSchema, $id: "https://example.com/route-map.schema.json" });
  const validate = ajv.compile({
    ...configSchema(),
    $id: "https://example.com/config.schema.json",
  });
  const one = { input: "openapi.yaml", out: "x" };
  const values: readonly (readonly [boolean, unknown])[] = [
    [true, { $schema: "x", ...one }],
    [
      true,
      {
        ...one,
        overlay: "a",
        allowRef: ["b"],
        budget: "20k",
        http: 80,
        strict: true,
        descriptionLimit: 0,
      },
    ],
    [true, { ...one, overlay: [{}, "a"], routes: { routes: [] }, client: "claude" }],
    [true, { servers: [one] }],
    [true, { servers: { a: one } }],
    [false, { ...one, routs: "a" }],
    [false, { ...one, client: "clod" }],
    [false, { ...one, descriptionLimit: -1 }],
    [false, { ...one, overlay: [1] }],
    [false, { ...one, strict: "yes" }],
    [false, { servers: [] }],
    [false, { servers: {} }],
    [false, { servers: [{ ...one, servers: [one] }] }],
    [false, { ...one, config: "a" }],
    [false, []],
  ];
  for (const [accepted, value] of values) {
    const shown = JSON.stringify(value);
    assert.equal(validate(value), accepted, shown);
    assert.equal(readConfig(url, value, folder).diagnostics.length === 0, accepted, shown);
  }
});
