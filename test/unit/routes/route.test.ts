import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOperations } from "../../../src/routes/route.js";
import { modelOf, operation, routeMap } from "./fixtures.js";
import { byText } from "../../support/by-text.js";

const list = operation("GET /pets", { operationId: "listPets", tags: ["pets"] });
const create = operation("POST /pets", { operationId: "createPet" });
const get = operation("GET /pets/{petId}", { operationId: "getPet", deprecated: true });
const model = modelOf(list, create, get);

test("without a route map every operation is a tool", () => {
  const { routed, diagnostics } = routeOperations(model, undefined);
  assert.deepEqual(
    routed.map(({ operation: { key }, decision }) => [key, decision]),
    [
      ["GET /pets", { expose: "tool", because: "defaults" }],
      ["POST /pets", { expose: "tool", because: "defaults" }],
      ["GET /pets/{petId}", { expose: "tool", because: "defaults" }],
    ],
  );
  assert.deepEqual(diagnostics, []);
});

test("the first rule that matches decides, and the decision names it", () => {
  const map = routeMap([
    { match: { method: "POST" }, expose: "exclude" },
    { match: { path: "/pets*" }, expose: "tool", title: "Pets", timeout: "1s" },
  ]);
  const { routed } = routeOperations(modelOf(list, create), map);
  assert.deepEqual(
    routed.map(({ decision }) => decision),
    [
      {
        expose: "tool",
        because: "rule 2 of routes.yaml",
        place: { file: "file:///work/routes.yaml", pointer: "/1" },
        title: "Pets",
        timeoutMs: 1000,
      },
      {
        expose: "exclude",
        because: "rule 1 of routes.yaml",
        place: { file: "file:///work/routes.yaml", pointer: "/0" },
      },
    ],
  );
});

test("rule over x-mcp over defaults, word by word", () => {
  const map = routeMap({
    routes: [
      { match: { path: "/a" }, title: "from the rule", annotations: { readOnlyHint: true } },
    ],
    defaults: { timeout: "9s", tags: ["d"], annotations: { openWorldHint: false } },
  });
  const xMcp = { title: "from x-mcp", description: "from x-mcp", tags: ["x"] };
  const { routed } = routeOperations(
    modelOf(operation("GET /a", { extensions: { "x-mcp": xMcp } })),
    map,
  );
  const { because: _, place: __, ...decision } = routed[0]!.decision;
  assert.deepEqual(decision, {
    expose: "tool",
    title: "from the rule",
    description: "from x-mcp",
    tags: ["x"],
    timeoutMs: 9000,
    annotations: { openWorldHint: false, readOnlyHint: true },
  });
});

const exposures: readonly [
  name: string,
  xMcp: unknown,
  map: unknown,
  expose: string,
  why: string,
][] = [
  ["x-mcp: false excludes", false, undefined, "exclude", "x-mcp: false"],
  [
    "x-mcp: true includes against the defaults",
    true,
    { defaults: { expose: "exclude" } },
    "tool",
    "x-mcp",
  ],
  [
    "a rule's exposure wins over x-mcp: false",
    false,
    [{ match: {}, expose: "tool" }],
    "tool",
    "rule 1 of routes.yaml",
  ],
  [
    "x-mcp: false applies beside a rule without `expose`",
    false,
    [{ match: {}, title: "T" }],
    "exclude",
    "x-mcp: false",
  ],
  ["an x-mcp object includes when it says nothing else", { name: "a" }, undefined, "tool", "x-mcp"],
  [
    "defaults may exclude all",
    undefined,
    { defaults: { expose: "exclude" } },
    "exclude",
    "defaults",
  ],
  [
    "defaults may exclude what is deprecated",
    undefined,
    { defaults: { deprecated: "exclude" } },
    "exclude",
    "defaults",
  ],
];

for (const [name, xMcp, map, expose, why] of exposures) {
  test(name, () => {
    const { routed } = routeOperations(
      modelOf(
        operation("GET /a", {
          deprecated: true,
          extensions: xMcp === undefined ? {} : { "x-mcp": xMcp },
        }),
      ),
      map === undefined ? undefined : routeMap(map),
    );
    assert.equal(routed[0]?.decision.expose, expose);
    assert.equal(routed[0]?.decision.because, why);
  });
}

test("malformed members of x-mcp are reported once, and the others apply", () => {
  const shared = { name: "no spaces please", nme: 1, title: "T" };
  const { routed, diagnostics } = routeOperations(
    modelOf(
      operation("GET /a", { extensions: { "x-mcp": shared } }),
      operation("GET /b", { extensions: { "x-mcp": shared } }),
      operation("GET /c", { extensions: { "x-mcp": "yes" } }),
    ),
    undefined,
  );
  assert.deepEqual(
    routed.map(({ decision }) => [decision.title, decision.name]),
    [
      ["T", undefined],
      ["T", undefined],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(
    diagnostics
      .map(({ code, severity, place }) => [code, severity, place?.pointer])
      .toSorted(byText),
    [
      ["x-mcp-invalid", "warning", "/paths//a/get/x-mcp/name"],
      ["x-mcp-invalid", "warning", "/paths//a/get/x-mcp/nme"],
      ["x-mcp-invalid", "warning", "/paths//c/get/x-mcp"],
    ],
  );
});

const complaints: readonly [
  name: string,
  map: unknown,
  code: string,
  severity: string,
  pointer: string,
  says: RegExp,
][] = [
  [
    "a rule that matches nothing",
    [{ match: { path: "/dogs" } }],
    "routes-unmatched",
    "warning",
    "/0",
    /rule 1 .*3 operations/i,
  ],
  [
    "a rule whose operations are all taken",
    [
      { match: {}, expose: "tool" },
      { match: { tag: "pets" }, expose: "exclude" },
    ],
    "routes-shadowed",
    "warning",
    "/1",
    /rule 1 already/,
  ],
  [
    "a resource that is no GET",
    [{ match: {}, expose: "resource" }],
    "expose-impossible",
    "error",
    "/0/expose",
    /POST \/pets/,
  ],
  [
    "one name for several operations",
    [{ match: { method: "GET" }, name: "pet" }],
    "name-taken",
    "error",
    "/0/name",
    /GET \/pets, GET/,
  ],
  [
    "one name in two rules",
    [
      { match: { method: "POST" }, name: "pet" },
      { match: { path: "/pets" }, name: "pet" },
    ],
    "name-taken",
    "error",
    "/0/name",
    /POST \/pets/,
  ],
  [
    "one uri for several operations",
    [{ match: { method: "GET" }, expose: "resource", uri: "a://b" }],
    "name-taken",
    "error",
    "/0/uri",
    /uri/,
  ],
  [
    "a pattern that takes too long",
    [{ pattern: "(\\/?p?e?t?s?)*$x" }],
    "routes-invalid",
    "error",
    "/0",
    /too long/,
  ],
];

for (const [name, map, code, severity, pointer, says] of complaints) {
  test(`complains of ${name}`, () => {
    const subject =
      code === "routes-invalid" ? modelOf(operation(`GET ${"/pets".repeat(30)}`)) : model;
    const { diagnostics } = routeOperations(subject, routeMap(map));
    assert.deepEqual(
      diagnostics.map((one) => [one.code, one.severity, one.place?.pointer]),
      [[code, severity, pointer]],
    );
    assert.match(diagnostics[0]?.message ?? "", says);
  });
}

test("a name that x-mcp gives to several operations is given to none", () => {
  const extensions = { "x-mcp": { name: "same" } };
  const { routed, diagnostics } = routeOperations(
    modelOf(operation("GET /a", { extensions }), operation("GET /b", { extensions })),
    undefined,
  );
  assert.deepEqual(
    routed.map(({ decision }) => decision.name),
    [undefined, undefined],
  );
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["name-taken", "warning"]],
  );
});

test("the same name on an excluded operation is no conflict", () => {
  const { diagnostics } = routeOperations(
    modelOf(list, create),
    routeMap([
      { match: { method: "POST" }, name: "pet", expose: "exclude" },
      { match: {}, name: "pet" },
    ]),
  );
  assert.deepEqual(diagnostics, []);
});
