import assert from "node:assert/strict";
import { test } from "node:test";
import type { ParameterBinding } from "../../../runtime/contract/operation.js";
import { target } from "./support.js";

const list = ["blue", "black", "brown"];
const map = { R: 100, G: 200, B: 150 };

function pathOf(binding: Partial<ParameterBinding>, value: unknown): string {
  const params = [{ in: "path", name: "color", ...binding } as ParameterBinding];
  return target({ path: "/a/{color}/z", params }, { color: value });
}

const styles: [Partial<ParameterBinding>, value: unknown, want: string][] = [
  [{}, "blue", "blue"],
  [{}, list, "blue,black,brown"],
  [{}, map, "R,100,G,200,B,150"],
  [{ style: "simple", explode: true }, "blue", "blue"],
  [{ style: "simple", explode: true }, list, "blue,black,brown"],
  [{ style: "simple", explode: true }, map, "R=100,G=200,B=150"],
  [{ style: "label" }, "blue", ".blue"],
  [{ style: "label" }, list, ".blue,black,brown"],
  [{ style: "label" }, map, ".R,100,G,200,B,150"],
  [{ style: "label", explode: true }, list, ".blue.black.brown"],
  [{ style: "label", explode: true }, map, ".R=100.G=200.B=150"],
  [{ style: "matrix" }, "blue", ";color=blue"],
  [{ style: "matrix" }, list, ";color=blue,black,brown"],
  [{ style: "matrix" }, map, ";color=R,100,G,200,B,150"],
  [{ style: "matrix", explode: true }, "blue", ";color=blue"],
  [{ style: "matrix", explode: true }, list, ";color=blue;color=black;color=brown"],
  [{ style: "matrix", explode: true }, map, ";R=100;G=200;B=150"],
  [{ content: "application/json" }, { a: "/" }, "%7B%22a%22%3A%22%2F%22%7D"],
  [{}, 0, "0"],
  [{}, false, "false"],
  [{}, "a b", "a%20b"],
  [{}, "a/b", "a%2Fb"],
  [{}, "a?x=1", "a%3Fx%3D1"],
  [{}, "a#f", "a%23f"],
  [{}, "50%", "50%25"],
  [{}, "../../admin", "..%2F..%2Fadmin"],
  [{}, "..\\admin", "..%5Cadmin"],
  [{}, "%2e%2e", "%252e%252e"],
  [{}, "é", "%C3%A9"],
  [{}, "...", "..."],
  [{}, "a;b,c", "a%3Bb%2Cc"],
  [{}, ["a,b", "c/d"], "a%2Cb,c%2Fd"],
  [{ style: "matrix" }, "", ";color"],
  [{ style: "matrix" }, "..", ";color=.."],
  [{ style: "matrix", explode: true }, ["", "x"], ";color;color=x"],
  [{ style: "matrix", explode: true }, { a: "", b: "1" }, ";a;b=1"],
  [{ style: "label" }, "..", "..."],
  [{ allowReserved: true }, "...;x", "...%3Bx"],
  [{ allowReserved: true, allowDelimiters: true }, "...;x", "...;x"],
  [{ allowReserved: true }, "x..%2F", "x..%2F"],
  [{ allowReserved: true }, "a:b@c/d?e#f[g]%41", "a:b@c%2Fd%3Fe%23f%5Bg%5D%41"],
];

for (const [binding, value, want] of styles) {
  test(`path ${JSON.stringify(binding)} ${JSON.stringify(value)}`, () => {
    assert.equal(pathOf(binding, value), `/a/${want}/z`);
  });
}

const refused: [Partial<ParameterBinding>, value: unknown][] = [
  [{}, ""],
  [{}, "."],
  [{}, ".."],
  [{}, undefined],
  [{}, null],
  [{}, []],
  [{}, [""]],
  [{}, ["."]],
  [{}, [".."]],
  [{}, {}],
  [{ style: "label" }, ""],
  [{ style: "label" }, "."],
  [{ style: "label" }, ["."]],
  [{ style: "label", explode: true }, ["", ""]],
  [{ allowReserved: true }, "%2e%2E"],
  [{ allowReserved: true }, "..;"],
  [{ allowReserved: true }, "..;x=1"],
  [{ allowReserved: true }, "%2e.;"],
  [{ allowReserved: true }, "..%2fadmin"],
  [{ allowReserved: true }, "..%2F"],
  [{ allowReserved: true }, "../admin"],
  [{ allowReserved: true }, ".%5cadmin"],
  [{ allowReserved: true }, "..\\admin"],
  [{ allowReserved: true }, ".%2e"],
  [{ allowReserved: true }, "a/../admin"],
  [{ allowReserved: true }, "a%2f%2e%2e%5cadmin"],
  [{ allowReserved: true, allowDelimiters: true }, "..;x=1"],
  [{ content: "text/plain" }, ".."],
];

for (const [binding, value] of refused) {
  test(`path ${JSON.stringify(binding)} refuses ${JSON.stringify(value)}`, () => {
    assert.throws(() => pathOf(binding, value), { name: "ToolError" });
  });
}

const templates: [path: string, args: Record<string, unknown>, want: string][] = [
  ["/", {}, "/"],
  ["/pets/", {}, "/pets/"],
  ["/it's/{id}", { id: 5 }, "/it's/5"],
  ["/a b/ü", {}, "/a%20b/%C3%BC"],
  ["/a+b/c%20d/50%", {}, "/a+b/c%20d/50%25"],
  ["/{name}:verb", { name: "n" }, "/n:verb"],
  ["/{a}.json", { a: "x.y" }, "/x.y.json"],
  ["/{a}-{b}", { a: "1/", b: "2" }, "/1%2F-2"],
  ["/search(q='{q}')", { q: "" }, "/search(q='')"],
  ["/search(q='{q}')", { q: ".." }, "/search(q='..')"],
  ["/search(q='{q}')", { q: "." }, "/search(q='.')"],
  ["/f/{name}.txt", { name: "." }, "/f/..txt"],
  ["/f/{name}.txt", { name: "" }, "/f/.txt"],
  ["/{a}{b}", { a: "", b: "x" }, "/x"],
  ["/{a}{b}", { a: "..", b: "." }, "/..."],
  ["/{a}..{b}", { a: "1", b: "2" }, "/1..2"],
  ["/{id}/copies/{id}", { id: 1 }, "/1/copies/1"],
  ["/#Action=ListUsers", {}, "/"],
  ["/files/{id}#add_link", { id: "f" }, "/files/f"],
  ["/a#{b}?c", {}, "/a"],
  ["/find?by=name", {}, "/find?by=name"],
  ["/find?lat={lat}&q={q}", { lat: 1.5, q: "a&b/.." }, "/find?lat=1.5&q=a%26b%2F.."],
  ["/find?q={q}", { q: ".." }, "/find?q=.."],
  ["/find?q={q}", { q: "" }, "/find?q="],
  ["/find?a=b c#d", {}, "/find?a=b%20c"],
  ["/{constructor}", { constructor: "x" }, "/x"],
  ["/_archive", {}, "/_archive"],
];

for (const [path, args, want] of templates) {
  test(`template ${path} ${JSON.stringify(args)}`, () => {
    const names = [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!))];
    const params = names.map((name) => ({ in: "path", name }) as const);
    assert.equal(target({ path, params }, args), want);
  });
}

for (const path of ["/.{a}", "/%2E{a}", "/{a}{b}", "/x/../y"]) {
  test(`template ${path} never becomes a dot segment`, () => {
    assert.throws(() => target({ path }, { a: ["."], b: ["."] }), { name: "ToolError" });
  });
}

const emptied: [path: string, args: Record<string, string>][] = [
  ["/{a}{b}", { a: "", b: "" }],
  ["/{a}{b}", { a: "..", b: "" }],
  ["/{a}.{b}", { a: "", b: "" }],
  ["/f/{a};v=1", { a: ".." }],
  ["/f/{a};v={b}", { a: ".", b: "" }],
];

for (const [path, args] of emptied) {
  test(`template ${path} refuses ${JSON.stringify(args)}, which leaves no segment`, () => {
    const params = Object.keys(args).map((name) => ({ in: "path", name }) as const);
    assert.throws(() => target({ path, params }, args), { name: "ToolError" });
  });
}

test("a refusal of a whole segment names the argument and what would be sent", () => {
  const params = [{ in: "path", name: "id" }] as const;
  assert.throws(() => target({ path: "/a/{id}", params }, { id: ".." }), {
    message: 'The argument "id" is a segment of the path and can\'t be sent as "..".',
  });
});

test("the template's query comes before the parameters", () => {
  const params = [{ in: "query", name: "n" }] as const;
  assert.equal(target({ path: "/x?a=b", params }, { n: 1 }), "/x?a=b&n=1");
});

test("a name on the wire may differ from the argument", () => {
  const params = [{ in: "path", name: "id", arg: "path_id" }] as const;
  assert.equal(target({ path: "/{id}", params }, { path_id: 7, id: 8 }), "/7");
});
