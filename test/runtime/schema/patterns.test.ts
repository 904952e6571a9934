/** Patterns are matched as the engine's regular expressions match them, in time linear in the text. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createContext, Script } from "node:vm";
import fc from "fast-check";
import {
  compilePattern,
  patternFault,
  tolerantRegExp,
} from "../../../runtime/schema/patterns/compile-pattern.js";
import { buildAutomaton } from "../../../runtime/schema/patterns/automaton.js";
import { readPattern } from "../../../runtime/schema/patterns/pattern-syntax.js";
import { charactersOf, matchesAnywhere } from "../../../runtime/schema/patterns/simulate.js";

const enough = 10_000_000;

/** Parts of patterns that are valid with and without the `u` flag, so that both readings are tried. */
const atoms =
  String.raw`a b é . - 1 _ \w \W \d \s \S \. \n \x61 \u0061 [ab] [^a] [^] [] [\d-] [\w.] \cA`.split(
    " ",
  );
const unicodeAtoms =
  String.raw`😀 [😀-😃] \p{L} \P{Lu} \u{62} \ud83d\ude00 [\u{1F600}-\u{1F64F}b]`.split(" ");
const legacyAtoms = String.raw`[\w-.] \- { ] } \_ \p \u x{,2} {a}`.split(" ");
const quantifiers = ["", "", "", "*", "+", "?", "*?", "{2}", "{0,2}", "{1,3}", "{2,}", "{0}"];

function patterns(ownAtoms: readonly string[]): fc.Arbitrary<string> {
  const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
    pattern: fc
      .array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
      .map((choices) => choices.map((terms) => terms.join("")).join("|")),
    term: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 4, arbitrary: repeated(fc.constantFrom(...atoms, ...ownAtoms)) },
      { weight: 1, arbitrary: fc.constantFrom("^", "$", String.raw`\b`, String.raw`\B`) },
      { weight: 2, arbitrary: repeated(tie("pattern").map((inner) => `(?:${inner})`)) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("?=", "?!", "?<=", "?<!", ""), tie("pattern"))
          .map(([sign, inner]) => `(${sign}${inner})`),
      },
    ),
  }));
  return pattern;
}

function repeated(atom: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(atom, fc.constantFrom(...quantifiers)).map((parts) => parts.join(""));
}

const texts = fc
  .array(fc.constantFrom(..."a b 1 - _ . é A".split(" "), " ", "😀", "\n", "\ud83d", "\u2028"), {
    maxLength: 9,
  })
  .map((characters) => characters.join(""));

for (const [kind, own] of [
  ["u", unicodeAtoms],
  ["", legacyAtoms],
] as const) {
  test(`a pattern ${kind ? "with" : "without"} the u flag matches what the engine matches`, () => {
    fc.assert(
      fc.property(patterns(own), fc.array(texts, { minLength: 4, maxLength: 8 }), (source, all) => {
        const regex = tolerantRegExp(source);
        const found = regex && engineFinds(regex, all);
        if (!regex || !found) return;
        const compiled = compilePattern(source);
        assert.ok(compiled, `${source}: ${patternFault(source)}`);
        const automaton = buildAutomaton(readPattern(source, regex.unicode), regex.flags, {
          states: 2000,
          repeats: Infinity,
        });
        for (const [at, text] of all.entries()) {
          const want: boolean = found[at] !== -1;
          // V8 finds some patterns between the halves of a surrogate pair. ECMA-262, 22.2.7.2 steps over whole code points.
          if (isInPair(text, found[at]!)) continue;
          assert.equal(compiled.test(text, { left: enough }), want, `${source} on ${text}`);
          const characters = charactersOf(text, regex.unicode);
          assert.equal(matchesAnywhere(automaton!, characters, { left: enough }), want, source);
        }
      }),
      { numRuns: 1500 },
    );
  });
}

const engine = createContext({ regex: /./, texts: [""] });
const search = new Script("texts.map((text) => text.search(regex))");

/**
 * Where the engine finds a pattern in each text, or -1; undefined where it takes too long to tell: a few of these patterns have
 * it try every way through nested repeats, for more than a minute.
 */
function engineFinds(regex: RegExp, all: readonly string[]): readonly number[] | undefined {
  Object.assign(engine, { regex, texts: all });
  try {
    return search.runInContext(engine, { timeout: 500 }) as number[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}

function isInPair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

describe("a pattern takes linear time", () => {
  const rows: readonly [pattern: string, text: (length: number) => string][] = [
    ["^(a+)+$", (n) => "a".repeat(n) + "!"],
    [String.raw`\s+$`, (n) => " ".repeat(n) + "x"],
    ["a*a*a*$", (n) => "a".repeat(n) + "b"],
    ["^(a|a)*$", (n) => "a".repeat(n) + "b"],
    ["^(a|ab|b)*c$", (n) => "ab".repeat(n / 2)],
    [String.raw`^(\w+\s?)*$`, (n) => "ab ".repeat(n / 3) + "!"],
    ["(x+x+)+y", (n) => "x".repeat(n)],
    ["[a-z]+@", (n) => "a".repeat(n)],
    ["^[^@]+@[^@]+[.][^@]+$", (n) => "a@" + ".".repeat(n) + "@"],
    ["^(.*,){10}$", (n) => ",".repeat(n) + "x"],
    ["(?=(a+)+$)", (n) => "a".repeat(n) + "b"],
    ["(?<!(a+)+b)c", (n) => "a".repeat(n) + "c"],
    ["^([a-z]+)*([a-z]+)*$", (n) => "a".repeat(n) + "1"],
    ["^(a?){20}a{20}$", (n) => "a".repeat(n)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", (n) => "a".repeat(n)],
    [String.raw`\d+\d+x`, (n) => "1".repeat(n)],
    ["a{1,50}b", (n) => "a".repeat(n)],
    ["(😀|😀+)+$", (n) => "😀".repeat(n / 2) + "a"],
    ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", (n) => "a".repeat(n) + "-"],
  ];
  for (const [source, text] of rows) {
    test(source, () => {
      const compiled = compilePattern(source)!;
      const regex = new RegExp(source, "u");
      assert.equal(compiled.test(text(12), { left: enough }), regex.test(text(12)));
      const cost = (length: number) => {
        const budget = { left: enough };
        assert.notEqual(compiled.test(text(length), budget), undefined);
        return enough - budget.left;
      };
      assert.ok(cost(24_000) < 8.5 * cost(3_000), `${cost(3_000)} and ${cost(24_000)} steps`);
      const begun = performance.now();
      compiled.test(text(24_000), { left: enough });
      assert.ok(performance.now() - begun < 1000);
    });
  }
});

test("a usual pattern is left to the engine", () => {
  const usual = [
    "^[A-Z]{2}[0-9]{4}$",
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
    String.raw`^\d{4}-\d{2}-\d{2}$`,
    "^(draft|open|closed)$",
    String.raw`^[\s\S]{1,5000}$`,
    "^#[0-9a-fA-F]{6}$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "^https?://",
    String.raw`\S`,
    "^arn:aws:[a-z]+:[a-z0-9-]*:[0-9]{12}:.+$",
  ];
  for (const source of usual) {
    const budget = { left: enough };
    compilePattern(source)!.test("?".repeat(800), budget);
    assert.ok(enough - budget.left < 6500, `${source}: ${enough - budget.left} steps`);
  }
});

test("a pattern that can't be matched in linear time, or is too large, says so", () => {
  assert.equal(patternFault(String.raw`(['"]).*\1`), "backreference");
  assert.equal(patternFault(String.raw`(?<q>['"]).*\k<q>`), "backreference");
  assert.equal(patternFault("(a{1,1000}){1,1000}"), "too-large");
  assert.equal(patternFault("((a{1,50}){1,50}){1,50}"), "too-large");
  assert.equal(patternFault("(ab?){0,65535}"), "too-large");
  assert.equal(patternFault(`${"(".repeat(3000)}a${")".repeat(3000)}`), "too-large");
  assert.equal(patternFault("a".repeat(100_000)), "too-large");
  assert.equal(patternFault("(a"), "invalid");
  assert.equal(patternFault("(?:){1000000000}"), undefined);
  assert.equal(patternFault("^x{0,65535}$"), undefined);
});

test("a pattern stops when its budget is used up", () => {
  for (const source of ["^(a+)+$", "^a*$"]) {
    const budget = { left: 1000 };
    assert.equal(compilePattern(source)!.test("a".repeat(100_000), budget), undefined);
    assert.ok(budget.left <= 0);
  }
});
