import assert from "node:assert/strict";
import { test } from "node:test";
import { jmesPathFault } from "../../../src/routes/jmespath.js";
import { SettingReader, type WrittenSettings } from "../../../src/routes/settings.js";

const place = { file: "file:///routes.yaml", pointer: "/0" };

function read(written: WrittenSettings, severity: "error" | "warning" = "error") {
  const reader = new SettingReader(severity, "routes-invalid");
  return { settings: reader.read(written, place), diagnostics: reader.diagnostics };
}

test("durations are milliseconds", () => {
  assert.deepEqual(read({ timeout: "1.5s", cache: "2h" }).settings, {
    timeoutMs: 1500,
    cacheMs: 7_200_000,
  });
  assert.deepEqual(read({ timeout: 7, cache: "5m" }).settings, { timeoutMs: 7, cacheMs: 300_000 });
});

test("a confirmation is written in four ways", () => {
  assert.deepEqual(read({ confirm: true }).settings, { confirm: {} });
  assert.deepEqual(read({ confirm: false }).settings, { confirm: false });
  assert.deepEqual(read({ confirm: "Sure?" }).settings, { confirm: { message: "Sure?" } });
  assert.deepEqual(read({ confirm: { message: "Sure?", otherwise: "call" } }).settings, {
    confirm: { message: "Sure?", otherwise: "call" },
  });
  assert.deepEqual(read({ confirm: { otherwise: "refuse" } }).settings, { confirm: {} });
});

test("settings of arguments keep their place; null is a value", () => {
  const { settings } = read({ args: { "header:X/Y": { fix: null } } });
  assert.deepEqual(
    [...(settings.args ?? [])],
    [
      [
        "header:X/Y",
        {
          value: { fix: null },
          place: { file: "file:///routes.yaml", pointer: "/0/args/header:X~1Y" },
          severity: "error",
        },
      ],
    ],
  );
});

test("contradictory settings are dropped and reported", () => {
  const { settings, diagnostics } = read(
    { args: { a: { fix: 1, default: 2 }, b: { hide: true } }, select: "a[" },
    "warning",
  );
  assert.deepEqual([...(settings.args?.keys() ?? [])], ["b"]);
  assert.equal(settings.select, undefined);
  assert.deepEqual(
    diagnostics.map(({ severity, place: at, message }) => [
      severity,
      at?.pointer,
      message.endsWith(" ignored."),
    ]),
    [
      ["warning", "/0/args/a", true],
      ["warning", "/0/select", true],
    ],
  );
});

for (const [expression, fault] of [
  ["a.b[*].{x: y}", undefined],
  ["sort_by(a, &b)[-1]", undefined],
  ["let $x = a in b[?c == $x]", undefined],
  ["a[", /Syntax/],
  ["", /Syntax|nvalid/],
  ["nope(@)", /no function `nope`/],
  ["a[?constructor(@)]", /no function `constructor`/],
  ["a".repeat(3000), /longer than 2000/],
  ["(".repeat(2000), /./],
] as const) {
  test(`JMESPath: ${expression.slice(0, 40)}`, () => {
    const found = jmesPathFault(expression);
    if (fault === undefined) assert.equal(found, undefined);
    else assert.match(found ?? "", fault);
  });
}
