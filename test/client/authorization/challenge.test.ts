/** The `WWW-Authenticate` headers that servers write, well or badly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { challengeOf, readChallenges } from "../../../runtime/oauth/challenge.js";

type Read = readonly [scheme: string, parameters: Record<string, string>, token68?: string];

function read(header: string | readonly string[]): Read[] {
  return readChallenges(header).map(({ scheme, parameters, token68 }) => {
    const plain = Object.fromEntries(parameters);
    return token68 === undefined ? [scheme, plain] : [scheme, plain, token68];
  });
}

test("a header of one or several challenges is read whole", () => {
  const rows: readonly (readonly [header: string | readonly string[], want: readonly Read[]])[] = [
    ["", []],
    ["Bearer", [["bearer", {}]]],
    [
      'Bearer realm="a, b", scope="x y", resource_metadata="https://a/b?c=d"',
      [["bearer", { realm: "a, b", scope: "x y", resource_metadata: "https://a/b?c=d" }]],
    ],
    [
      'Basic realm="x", Bearer error="invalid_token"',
      [
        ["basic", { realm: "x" }],
        ["bearer", { error: "invalid_token" }],
      ],
    ],
    [
      ['Basic realm="x"', 'DPoP algs="ES256", error="use_dpop_nonce"'],
      [
        ["basic", { realm: "x" }],
        ["dpop", { algs: "ES256", error: "use_dpop_nonce" }],
      ],
    ],
    [
      'Negotiate, NTLM YWJj, Custom YWJj==, Bearer scope="a"',
      [
        ["negotiate", {}],
        ["ntlm", {}, "YWJj"],
        ["custom", {}, "YWJj=="],
        ["bearer", { scope: "a" }],
      ],
    ],
    [
      String.raw`Digest realm="a\"b, c=\"d\\", nonce="x", Bearer`,
      [
        ["digest", { realm: String.raw`a"b, c="d\ `.trim(), nonce: "x" }],
        ["bearer", {}],
      ],
    ],
  ];
  for (const [header, want] of rows) assert.deepEqual(read(header), want, String(header));
});

test("what servers write against the rules is understood, and hides no other challenge", () => {
  const rows: readonly (readonly [header: string, want: readonly Read[]])[] = [
    // Without quotes.
    [
      "Bearer resource_metadata=https://a.b/c?d=e, scope=https://x/y.read error=insufficient_scope",
      [
        [
          "bearer",
          {
            resource_metadata: "https://a.b/c?d=e",
            scope: "https://x/y.read",
            error: "insufficient_scope",
          },
        ],
      ],
    ],
    // Without commas, with too many, with blanks around `=`.
    ['Bearer a="1" B = "2"', [["bearer", { a: "1", b: "2" }]]],
    [
      ', Bearer ,a="1",, b=2 ,DPoP,',
      [
        ["bearer", { a: "1", b: "2" }],
        ["dpop", {}],
      ],
    ],
    // Cut off, repeated and empty.
    ['Bearer realm="cut off', [["bearer", { realm: "cut off" }]]],
    ['Bearer scope="first", scope="second"', [["bearer", { scope: "first" }]]],
    ['Bearer scope=""', [["bearer", { scope: "" }]]],
    [
      '=== "junk" Bearer a="1"',
      [
        ["junk", {}],
        ["bearer", { a: "1" }],
      ],
    ],
  ];
  for (const [header, want] of rows) assert.deepEqual(read(header), want, header);
});

test("names that objects have are parameters like others", () => {
  const [bearer] = readChallenges('Bearer __proto__="x", constructor="y"');
  assert.equal(bearer?.parameters.get("__proto__"), "x");
  assert.equal(bearer?.parameters.get("toString"), undefined);
});

test("the first challenge of a scheme counts", () => {
  const all = readChallenges('Basic realm="x", Bearer scope="a", Bearer scope="b"');
  assert.equal(challengeOf(all, "bearer")?.parameters.get("scope"), "a");
  assert.equal(challengeOf(all, "dpop"), undefined);
});

test("endless headers cost little and end", () => {
  const headers = [
    "a ".repeat(500_000),
    '"'.repeat(1_000_000),
    "a=b ".repeat(500_000),
    `Bearer a="${"\\".repeat(1_000_000)}`,
    `Bearer ${"=".repeat(1_000_000)}`,
    `Bearer scope="${"x ".repeat(1_000_000)}"`,
    "a, ".repeat(500_000),
  ];
  for (const header of headers) {
    const found = readChallenges(header);
    assert.ok(found.length <= 32);
    for (const { parameters } of found) {
      for (const value of parameters.values()) assert.ok(value.length <= 64 * 1024);
    }
  }
});
