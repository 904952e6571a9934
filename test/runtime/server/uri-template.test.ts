import assert from "node:assert/strict";
import { test } from "node:test";
import { UriTemplate } from "../../../runtime/index.js";

type Found = Record<string, string[]> | undefined;

test("URIs are matched, and their variables found as they were written", () => {
  const rows: [template: string, uri: string, want: Found][] = [
    ["zoo://a/{x}", "zoo://a/1", { x: ["1"] }],
    ["zoo://a/{x}", "zoo://a/1%2F2", { x: ["1%2F2"] }],
    ["zoo://a/{x}", "zoo://a/", undefined],
    ["zoo://a/{x}", "zoo://a/1/2", undefined],
    ["zoo://a/{x}", "zoo://a/1#f", undefined],
    ["zoo://a/{x}", "zoo://b/1", undefined],
    ["zoo://a/{x}", "zoo://a/1?y=2", undefined],
    ["zoo://{x}/b/{y}", "zoo://1/b/2", { x: ["1"], y: ["2"] }],
    ["zoo://a/{x}.json", "zoo://a/b.json.json", { x: ["b.json"] }],
    ["zoo://a/{x}-{y}", "zoo://a/1-2-3", { x: ["1"], y: ["2-3"] }],
    ["zoo://a/{x}.{y}.json", "zoo://a/1.2.3.json", { x: ["1"], y: ["2.3"] }],
    ["zoo://a/{x}x/{y}", "zoo://a/1xx/3", { x: ["1x"], y: ["3"] }],
    ["zoo://a{?p,q}", "zoo://a", {}],
    ["zoo://a{?p,q}", "zoo://a?q=2&p=1", { q: ["2"], p: ["1"] }],
    ["zoo://a{?p,q}", "zoo://a?r=1", undefined],
    ["zoo://a{?p*}", "zoo://a?p=1&p=2", { p: ["1", "2"] }],
    ["zoo://a{?p}", "zoo://a?p", { p: [""] }],
    ["zoo://a/{x}{?p}", "zoo://a/1?p=2", { x: ["1"], p: ["2"] }],
    ["zoo://a?v=1{&p}", "zoo://a?v=1&p=2", { p: ["2"] }],
    ["zoo://a?v=1{&p}", "zoo://a?p=2", undefined],
    ["zoo://files/{+path}", "zoo://files/a/b/c.txt", { path: ["a/b/c.txt"] }],
    ["zoo://a", "zoo://a", {}],
    ["zoo://a/{x}", "zoo://a/{x}", { x: ["{x}"] }],
  ];
  for (const [template, uri, want] of rows) {
    const found = new UriTemplate(template).match(uri);
    assert.deepEqual(found && Object.fromEntries(found), want, `${template} ${uri}`);
  }
});

test("URIs are built from variables", () => {
  const rows: [template: string, variables: Record<string, unknown>, want: string][] = [
    ["zoo://a/{x}", { x: "a/b c'é" }, "zoo://a/a%2Fb%20c%27%C3%A9"],
    ["zoo://a/{x}{?p,q}", { x: 1, p: true, q: ["a", "b,c"] }, "zoo://a/1?p=true&q=a,b%2Cc"],
    ["zoo://a/{x}{?p,q}", { x: 1, p: null }, "zoo://a/1"],
    ["zoo://a{?p*}", { p: [1, 2] }, "zoo://a?p=1&p=2"],
    ["zoo://a?v=1{&p}", { p: 2 }, "zoo://a?v=1&p=2"],
    ["zoo://f/{+path}", { path: "a/b c" }, "zoo://f/a/b%20c"],
    ["zoo://f/{+path}", { path: "a%2Fb/100%" }, "zoo://f/a%2Fb/100%25"],
    ["zoo://a/{x}", { x: "a%2Fb" }, "zoo://a/a%252Fb"],
    ["zoo://a/{toString}", {}, "zoo://a/"],
  ];
  for (const [template, variables, want] of rows) {
    assert.equal(new UriTemplate(template).expand(variables), want);
  }
});

test("built URIs are matched again", () => {
  const template = new UriTemplate("zoo://{kind}/{id}{?page,size}");
  const variables = { kind: "a/b?c", id: "ü.-~", page: "1&2", size: "#" };
  const found = template.match(template.expand(variables));
  const decoded = [...(found ?? [])].map(([name, [raw]]) => [name, decodeURIComponent(raw ?? "")]);
  assert.deepEqual(Object.fromEntries(decoded), variables);
});

test("templates of other forms are refused by name", () => {
  for (const template of [
    "zoo://{/x}",
    "zoo://{x",
    "zoo://x}",
    "zoo://{}",
    "zoo://{x:3}",
    "zoo://{x,y}",
    "zoo://{x}{y}",
    "zoo://{+x}/b",
    "zoo://a{?p}/b",
    "zoo://{x*}",
  ]) {
    assert.throws(() => new UriTemplate(template), TypeError, template);
  }
});
