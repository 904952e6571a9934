import assert from "node:assert/strict";
import { test } from "node:test";
import { readRouteMap } from "../../../src/routes/read-route-map.js";
import { routeMap, source } from "./fixtures.js";
import { byText } from "../../support/by-text.js";

const faults: readonly [
  name: string,
  value: unknown,
  pointer: string,
  says: RegExp,
  hint?: RegExp,
][] = [
  ["an empty file", null, "", /must be an object or a list/],
  ["a string", "routes", "", /must be an object or a list/],
  ["an unknown root field", { rutes: [] }, "/rutes", /no field `rutes`/, /`routes`/],
  [
    "an unknown field of a rule",
    { routes: [{ match: {}, exposes: "tool" }] },
    "/routes/0/exposes",
    /`routes\[0\]` has no field `exposes`/,
    /`expose`/,
  ],
  [
    "an unknown condition",
    [{ match: { methods: "GET" } }],
    "/0/match/methods",
    /methods/,
    /`method`/,
  ],
  ["a misspelt exposure", [{ match: {}, expose: "tol" }], "/0/expose", /"tol"/, /`tool`/],
  ["a wrong type", [{ match: { deprecated: "yes" } }], "/0/match/deprecated", /a boolean/],
  ["a rule without match", [{ expose: "tool" }], "/0", /lacks `match`/, /match: \{\}/],
  ["a rule that is no object", ["GET /pets"], "/0", /must be an object/],
  ["a name no client accepts", [{ match: {}, name: "get pet" }], "/0/name", /"get pet"/, /letters/],
  ["a timeout without a unit", [{ match: {}, timeout: "5" }], "/0/timeout", /"5"/, /`5s`/],
  [
    "an extension that is none",
    [{ match: { extension: "internal" } }],
    "/0/match/extension",
    /internal/,
    /x-/,
  ],
  [
    "two vocabularies in one rule",
    [{ pattern: "/a", expose: "tool" }],
    "/0/expose",
    /mixes/,
    /expose_as/,
  ],
  ["two vocabularies without pattern", [{ match: {}, expose_as: "tool" }], "/0/match", /mixes/],
  [
    "a regex that does not compile",
    [{ match: { pathRegex: "(" } }],
    "/0/match/pathRegex",
    /Invalid regular expression/,
  ],
  [
    "a Python regex",
    { routes: [{ pattern: "(?P<id>x)" }] },
    "/routes/0/pattern",
    /Invalid/,
    /ECMAScript/,
  ],
  [
    "defaults that expose resources",
    { defaults: { expose: "resource" } },
    "/defaults/expose",
    /tool, exclude/,
  ],
  [
    "a field named __proto__",
    JSON.parse('[{"match":{},"__proto__":{}}]'),
    "/0/__proto__",
    /__proto__/,
  ],
];

for (const [name, value, pointer, says, hint] of faults) {
  test(`refuses ${name} at its place`, () => {
    const { routeMap: map, diagnostics } = readRouteMap(source(value));
    assert.equal(map, undefined);
    assert.equal(diagnostics.length, 1, JSON.stringify(diagnostics));
    const [diagnostic] = diagnostics;
    assert.equal(diagnostic?.severity, "error");
    assert.deepEqual(diagnostic?.place, { file: "file:///work/routes.yaml", pointer });
    assert.match(diagnostic?.message ?? "", says);
    if (hint) assert.match(diagnostic?.hint ?? "", hint);
  });
}

test("reports every fault of a file at once", () => {
  const { diagnostics } = readRouteMap(
    source({ routes: [{ match: {}, expose: "x" }, { match: { pth: "/" } }], default: {} }),
  );
  assert.deepEqual(diagnostics.map(({ place }) => place?.pointer).toSorted(byText), [
    "/default",
    "/routes/0/expose",
    "/routes/1/match/pth",
  ]);
});

test("reads a bare list like the routes of an object", () => {
  const rules = [{ match: { path: "/a" }, expose: "exclude" }];
  const bare = routeMap(rules);
  assert.deepEqual(
    bare.rules.map(({ match, settings }) => ({ match, settings })),
    routeMap({ routes: rules }).rules.map(({ match, settings }) => ({ match, settings })),
  );
  assert.equal(bare.label, "routes.yaml");
});

test("reads RouteEntry fields, whose exposure is tool unless they say otherwise", () => {
  const { rules } = routeMap([
    { pattern: "/admin", expose_as: "exclude" },
    { pattern: "^/pets$", method: "get", name_override: "pets", description_override: "All pets." },
    { pattern: "/x", method: null, name_override: null, description_override: null },
  ]);
  assert.deepEqual(
    rules.map(({ match, settings }) => ({ match, settings })),
    [
      { match: { pathRegex: /\/admin/ }, settings: { expose: "exclude" } },
      {
        match: { pathRegex: /^\/pets$/, method: ["GET"] },
        settings: { expose: "tool", name: "pets", description: "All pets." },
      },
      { match: { pathRegex: /\/x/ }, settings: { expose: "tool" } },
    ],
  );
});

test("reads what to do with unknown arguments, of rules and defaults", () => {
  const { rules, defaults } = routeMap({
    routes: [{ match: {}, unknownArguments: "refuse" }],
    defaults: { unknownArguments: "send" },
  });
  assert.equal(rules[0]?.settings.unknownArguments, "refuse");
  assert.equal(defaults.unknownArguments, "send");
  const { diagnostics } = readRouteMap(source([{ match: {}, unknownArguments: "drop" }]));
  assert.deepEqual(
    diagnostics.map(({ place }) => place?.pointer),
    ["/0/unknownArguments"],
  );
});

test("reads timeouts in every unit", () => {
  const { rules, defaults } = routeMap({
    routes: ["500ms", "5s", "1.5s", "2m", 250].map((timeout) => ({ match: {}, timeout })),
    defaults: { timeout: "30s" },
  });
  assert.deepEqual(
    rules.map(({ settings }) => settings.timeoutMs),
    [500, 5000, 1500, 120_000, 250],
  );
  assert.equal(defaults.timeoutMs, 30_000);
});
