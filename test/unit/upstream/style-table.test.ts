/**
 * The table of style examples in the OpenAPI specification: a parameter `color` with an empty string, a string, an array
 * and an object. Its "n/a" is undefined here. Brackets, | and spaces are percent-encoded, as RFC 3986 requires.
 *
 * @see OpenAPI 3.2 Style Examples; 3.0.4 and 3.1.1 have the same table without cookies
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParameterBinding, ParameterStyle } from "../../../runtime/contract/operation.js";
import { build } from "./support.js";

type Row = readonly [
  style: ParameterStyle,
  explode: boolean,
  empty: string | undefined,
  text: string | undefined,
  list: string | undefined,
  map: string | undefined,
];

const values = ["", "blue", ["blue", "black", "brown"], { R: 100, G: 200, B: 150 }] as const;
const names = ["an empty text", "a text", "an array", "an object"];

const query: readonly Row[] = [
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  [
    "spaceDelimited",
    false,
    undefined,
    undefined,
    "color=blue%20black%20brown",
    "color=R%20100%20G%20200%20B%20150",
  ],
  [
    "pipeDelimited",
    false,
    undefined,
    undefined,
    "color=blue%7Cblack%7Cbrown",
    "color=R%7C100%7CG%7C200%7CB%7C150",
  ],
  [
    "deepObject",
    true,
    undefined,
    undefined,
    undefined,
    "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
  ],
];

/** An empty segment is refused, because it would change the path. */
const path: readonly Row[] = [
  ["simple", false, undefined, "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, undefined, "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["label", false, undefined, ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, undefined, ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  [
    "matrix",
    false,
    undefined,
    ";color=blue",
    ";color=blue,black,brown",
    ";color=R,100,G,200,B,150",
  ],
  [
    "matrix",
    true,
    undefined,
    ";color=blue",
    ";color=blue;color=black;color=brown",
    ";R=100;G=200;B=150",
  ],
];

const header: readonly Row[] = [
  ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
];

const cookie: readonly Row[] = [
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  [
    "cookie",
    true,
    "color=",
    "color=blue",
    "color=blue; color=black; color=brown",
    "R=100; G=200; B=150",
  ],
  ["cookie", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
];

/** Swagger 2.0's `ssv`, `tsv` and `pipes`, also in paths and headers. */
const swaggerPath: readonly Row[] = [
  ["spaceDelimited", false, undefined, "blue", "blue%20black%20brown", undefined],
  ["tabDelimited", false, undefined, "blue", "blue%09black%09brown", undefined],
  ["pipeDelimited", false, undefined, "blue", "blue%7Cblack%7Cbrown", undefined],
];
const swaggerHeader: readonly Row[] = [
  ["spaceDelimited", false, "", "blue", "blue black brown", undefined],
  ["tabDelimited", false, "", "blue", "blue\tblack\tbrown", undefined],
  ["pipeDelimited", false, "", "blue", "blue|black|brown", undefined],
];

const tables: readonly (readonly [ParameterBinding["in"], readonly Row[]])[] = [
  ["query", query],
  ["path", path],
  ["header", header],
  ["cookie", cookie],
  ["path", swaggerPath],
  ["header", swaggerHeader],
];

for (const [place, rows] of tables) {
  for (const [style, explode, ...cells] of rows) {
    for (const [index, want] of cells.entries()) {
      if (want === undefined) continue;
      const way = explode ? "exploded" : "not exploded";
      test(`${place}, ${style}, ${way}: ${names[index]}`, () => {
        assert.equal(written({ in: place, name: "color", style, explode }, values[index]), want);
      });
    }
  }
}

function written(binding: ParameterBinding, value: unknown): string | undefined {
  const shape = { path: binding.in === "path" ? "/{color}" : "/x", params: [binding] };
  const { url, headers } = build(shape, { color: value });
  switch (binding.in) {
    case "query":
      return url.slice("http://h/x?".length);
    case "path":
      return url.slice("http://h/".length);
    case "header":
      return headers["color"];
    case "cookie":
      return headers["Cookie"];
    default:
      return undefined;
  }
}
