/** Files that list the servers behind one endpoint. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { configSchema } from "../../../src/config/config-schema.js";
import { locate } from "../../../src/diagnostics/locate.js";
import { gatewaySchema } from "../../../src/gateway/gateway-schema.js";
import { loadGateway } from "../../../src/gateway/load-gateway.js";
import { root } from "../../support/cli.js";
import { routeMapSchema } from "../../../src/routes/route-map-schema.js";

const folder = mkdtempSync(path.join(tmpdir(), "gateway-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function load(text: string, env: Record<string, string> = {}) {
  writeFileSync(path.join(folder, "gateway.yaml"), text);
  return loadGateway("gateway.yaml", folder, env);
}

function faults(text: string): string[] {
  const { diagnostics, files } = load(text)!;
  return locate(diagnostics, files, folder).map(
    ({ at, code, message }) => `${code} ${at?.line}:${at?.column} ${message}`,
  );
}

test("documents, servers at URLs and programs are read, with the values of variables", () => {
  const loaded = load(
    `
name: office
servers:
  pets: { input: pets.yaml, prefix: pets_, routes: routes.yaml, base-url: http://localhost:1 }
  weather:
    url: https://weather.example/mcp?key=\${env:KEY}
    headers: { authorization: "Bearer \${env:TOKEN}" }
    filter: { only: ["get*"] }
  files: { command: npx, args: [files, "\${env:KEY}"], env: { A: b } }
`,
    { KEY: "k", TOKEN: "t" },
  );
  assert.deepEqual(loaded?.diagnostics, []);
  const [pets, weather, files] = loaded?.gateway?.servers ?? [];
  assert.deepEqual(pets?.kind === "document" && [pets.input, pets.options, pets.prefix], [
    "pets.yaml",
    { routes: "routes.yaml", "base-url": "http://localhost:1" },
    "pets_",
  ]);
  assert.deepEqual(weather?.kind === "url" && [weather.url, weather.headers, weather.filter], [
    "https://weather.example/mcp?key=k",
    { authorization: "Bearer t" },
    { only: ["get*"] },
  ]);
  assert.deepEqual(files?.kind === "command" && [files.args, files.env, files.cwd], [
    ["files", "k"],
    { A: "b" },
    folder,
  ]);
});

test("what can't be read is told with its place, and without values", () => {
  const text = `servers:
  a: { url: "ftp://secret.example" }
  b: { command: x, input: y }
  c: { url: "http://x", header: { a: b } }
  d: { input: pets.yaml, prefix: "a b", route: x }
  e: { command: x, args: y, env: { A: "\${env:MISSING}" } }
  f: 5
`;
  assert.deepEqual(
    faults(text).map((each) => each.replace(/;.*/, "")),
    [
      "config-invalid 2:8 `servers.a.url` is no URL with https, http, wss or ws.",
      "config-invalid 3:3 `servers.b` has more than one of `input`, `url` and `command`.",
      "config-invalid 4:25 `servers.c.header` is no field of a gateway.",
      "config-invalid 5:26 `servers.d.prefix` may have at most 127 of the characters A-Z a-z 0-9 _ - . only.",
      "config-invalid 5:41 `servers.d.route` is no option.",
      "config-invalid 6:20 `servers.e.args` must be a list of strings.",
      'config-invalid 6:36 `servers.e.env.A` needs the environment variable "MISSING", which is not set.',
      "config-invalid 7:3 `servers.f` is 5",
    ],
  );
  const about = `version: 1
title: "\${env:MISSING}"
instructions: []
servers: { a: { input: pets.yaml } }
`;
  assert.deepEqual(faults(about), [
    "config-invalid 1:1 `version` must be a string.",
    'config-invalid 2:1 `title` needs the environment variable "MISSING", which is not set.',
    "config-invalid 3:1 `instructions` must be a string.",
  ]);
  assert.match(faults("servers: []")[0] ?? "", /must be a mapping of names to servers/);
});

test("documents, which list servers of their own, are no gateways", () => {
  assert.equal(load("openapi: 3.1.0\nservers: []"), undefined);
  assert.equal(load("info: {}\nservers: { a: {} }"), undefined);
  assert.equal(loadGateway("missing.yaml", folder, {}), undefined);
  assert.equal(loadGateway("https://example.com/gateway.yaml", folder, {}), undefined);
});

test("editors get a schema that allows what is read, and no other field", () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ ...routeMapSchema, $id: "https://example.com/route-map.schema.json" });
  ajv.addSchema({ ...configSchema(), $id: "https://example.com/config.schema.json" });
  const fits = ajv.compile({ ...gatewaySchema(), $id: "https://example.com/gateway.schema.json" });
  const servers = {
    a: { input: "a.yaml", routes: "r.yaml", prefix: "a_", filter: { except: ["x"] } },
    b: { url: "https://b.example", headers: {} },
    c: { command: "c", args: [], env: {}, cwd: "." },
  };
  assert.ok(fits({ servers }), JSON.stringify(fits.errors));
  assert.ok(!fits({ servers: { b: { url: "https://b.example", command: "c" } } }));
  assert.ok(!fits({ servers: {} }));
  assert.ok(!fits({ servers, other: 1 }));
});

test("the example of docs/composition.md is read", () => {
  const text = readFileSync(path.join(root, "docs/composition.md"), "utf8");
  const [, block = ""] = /```yaml\n(# yaml-language-server[^]*?)```/.exec(text) ?? [];
  const loaded = load(block, { WEATHER_TOKEN: "t", FILES_LOG: "l" });
  assert.deepEqual(loaded?.diagnostics, []);
  assert.equal(loaded?.gateway?.servers.length, 3);
});
