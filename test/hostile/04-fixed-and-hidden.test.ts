/** Issue 13, number 4: what a rule fixed or hid, and credentials, stay so on the wire. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  anyObject,
  documentOf,
  rules,
  serveDocument,
  text,
  withForm,
  withParameters,
  type Parameter,
  type ServedOptions,
} from "./served-document.js";

const fixed = rules({ tenant: { fix: "acme" } });
const hidden = rules({ tenant: { hide: true } });
const tenant: Parameter = { in: "query", name: "tenant" };
const exploded: Parameter = { in: "query", name: "o", schema: anyObject };

/** Spellings that servers of some kind read as `tenant`. */
const spellings = [
  "tenant",
  "TENANT",
  "tenant ",
  " tenant",
  "tenant[]",
  "tenant[0]",
  "tenant[a][b]",
  "tenant.a",
  "[tenant]",
  "ten\u200bant",
  "tenant\0",
  "ｔｅｎａｎｔ",
  "ten%61nt",
  "%74enant",
  "ten%2561nt",
  "%c1%b4enant",
];

for (const [rule, options] of [
  ["fixed", fixed],
  ["hidden", hidden],
] as const) {
  test(`an exploded object never writes a ${rule} query parameter`, async (t) => {
    const { call } = await serveDocument(t, withParameters([tenant, exploded]), options);
    for (const name of spellings) {
      const { isError, text: said, urls } = await call("op", { o: { [name]: "evil" } });
      assert.deepEqual([isError, urls], [true, []], name);
      assert.match(said, /"tenant" is reserved/, name);
    }
    const { urls } = await call("op", { o: { tenants: "2", other: "x" } });
    const query = rule === "fixed" ? "tenant=acme&tenants=2&other=x" : "tenants=2&other=x";
    assert.deepEqual(urls, [`https://api.example/x?${query}`]);
  });
}

test("a hidden parameter is refused when it is sent", async (t) => {
  const { call } = await serveDocument(t, withParameters([tenant, exploded]), hidden);
  const { isError, text: said, urls } = await call("op", { tenant: "evil" });
  assert.deepEqual([isError, urls], [true, []]);
  assert.match(said, /tenant/);
});

test("a deepObject never writes a fixed member of its own name", async (t) => {
  const deep = { in: "query", name: "filter", style: "deepObject", schema: { type: "object" } };
  const member = { in: "query", name: "filter[tenant]" };
  const options = rules({ "query:filter[tenant]": { fix: "acme" } });
  const { call } = await serveDocument(t, withParameters([member, deep]), options);
  for (const value of [{ tenant: "evil" }, { TENANT: "evil" }, { tenant: { a: "evil" } }]) {
    assert.equal((await call("op", { filter: value })).isError, true, JSON.stringify(value));
  }
  const { urls } = await call("op", { filter: { name: "x" } });
  assert.deepEqual(urls, ["https://api.example/x?filter%5Btenant%5D=acme&filter%5Bname%5D=x"]);
});

test("a fixed object keeps the names that it writes", async (t) => {
  const rest = { in: "query", name: "p", schema: anyObject };
  const options = rules({ o: { fix: { tenant: "acme" } } });
  const { call } = await serveDocument(t, withParameters([exploded, rest]), options);
  assert.equal((await call("op", { p: { tenant: "evil" } })).isError, true);
});

test("names behind which a server changes all of its objects are refused beside reserved ones", async (t) => {
  const { call } = await serveDocument(t, withParameters([tenant, exploded]), hidden);
  for (const name of [
    "__proto__[tenant]",
    "a[__proto__][tenant]",
    "constructor.prototype.tenant",
  ]) {
    const args = JSON.parse(JSON.stringify({ o: { [name]: "evil" } })) as object;
    assert.equal((await call("op", args)).isError, true, name);
  }
});

test("delimited and unexploded objects stay in their own parameter", async (t) => {
  const styles: Parameter[] = [
    { in: "query", name: "s", style: "spaceDelimited", explode: false, schema: anyObject },
    { in: "query", name: "p", style: "pipeDelimited", explode: false, schema: anyObject },
    { in: "query", name: "f", style: "form", explode: false, schema: anyObject },
    { in: "query", name: "c", content: { "application/json": { schema: anyObject } } },
  ];
  const { call } = await serveDocument(t, withParameters([tenant, ...styles]), fixed);
  const evil = { "tenant=evil&tenant": "evil" };
  const { urls } = await call("op", { s: evil, p: evil, f: evil, c: evil });
  const sent = new URL(urls[0]!).searchParams;
  assert.deepEqual(sent.getAll("tenant"), ["acme"]);
});

test("a value with allowReserved keeps to its parameter", async (t) => {
  const raw: Parameter = { in: "query", name: "q", allowReserved: true };
  for (const version of ["3.0.4", "3.1.1", "3.2.0"]) {
    const document = withParameters([tenant, raw], { version });
    const { call } = await serveDocument(t, document, fixed);
    const { urls } = await call("op", { q: "1&tenant=evil;tenant=evil#x+y?tenant=evil" });
    assert.deepEqual(urls, [
      "https://api.example/x?tenant=acme&q=1%26tenant%3Devil%3Btenant%3Devil%23x%2By?tenant%3Devil",
    ]);
  }
});

test("members of an exploded object with allowReserved can't spell a reserved name in triplets", async (t) => {
  const raw: Parameter = { ...exploded, allowReserved: true };
  const { call } = await serveDocument(t, withParameters([tenant, raw]), fixed);
  for (const name of ["ten%61nt", "a&tenant", "tenant%5B%5D", "%54ENANT"]) {
    const { urls } = await call("op", { o: { [name]: "evil" } });
    assert.ok(!urls.some((url) => new URL(url).searchParams.getAll("tenant").length > 1), name);
  }
  assert.equal((await call("op", { o: { "ten%61nt": "evil" } })).isError, true);
});

test("only a route map can let a value hold delimiters, and reserved names stay refused", async (t) => {
  const raw: Parameter = { in: "query", name: "q", allowReserved: true };
  const options = rules({ tenant: { fix: "acme" }, q: { allowDelimiters: true } });
  const { call } = await serveDocument(t, withParameters([tenant, raw]), options);
  const { urls } = await call("op", { q: "1&b=2" });
  assert.deepEqual(urls, ["https://api.example/x?tenant=acme&q=1&b=2"]);
  for (const q of [
    "1&tenant=evil",
    "1;tenant=evil",
    "1&ten%61nt=evil",
    "1&tenant[]=evil",
    "&TENANT",
  ]) {
    assert.equal((await call("op", { q })).isError, true, q);
  }
  const document = documentOf({
    parameters: [
      { ...tenant, schema: text },
      { ...raw, schema: text },
    ],
    responses: { 204: { description: "Done." } },
    "x-mcp": { args: { q: { allowDelimiters: true } } },
  });
  const { operations } = await serveDocument(t, document, fixed);
  assert.ok(!JSON.stringify(operations).includes("allowDelimiters"));
});

test("a query string that is one value never holds a reserved name", async (t) => {
  const whole = (type: string): Parameter => ({
    in: "querystring",
    name: "all",
    content: { [type]: { schema: type.includes("form") ? {} : anyObject } },
  });
  const more = {
    version: "3.2.0",
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
  };
  const form = withParameters([whole("application/x-www-form-urlencoded")], more);
  const { call, operations } = await serveDocument(t, form, { credentials: { key: "abcdefgh" } });
  assert.equal(operations.length, 1);
  for (const all of [{ api_key: "evil" }, "a=1&api%5Fkey=evil", "a;API_KEY=evil", "api.key=1"]) {
    const { isError, text: said } = await call("op", { all });
    assert.equal(isError, true);
    assert.match(said, /"api_key" is reserved/, JSON.stringify(all));
  }
});

test("a cookie that a rule fixed is not set by another, whatever its style", async (t) => {
  const cookie: Parameter = { in: "cookie", name: "tenant" };
  const object: Parameter = { in: "cookie", name: "o", schema: anyObject };
  const raw: Parameter = { in: "cookie", name: "r", style: "cookie" };
  const document = withParameters([cookie, object, raw], { version: "3.2.0" });
  const { call } = await serveDocument(t, document, fixed);
  for (const args of [
    { o: { tenant: "evil" } },
    { o: { TENANT: "evil" } },
    { r: "a; tenant=evil" },
    { r: "a,tenant=evil" },
    { r: "a tenant=evil" },
  ]) {
    const { isError, headers } = await call("op", args);
    assert.deepEqual([isError, headers], [true, []], JSON.stringify(args));
  }
  const { headers } = await call("op", { r: "a=b", o: { b: "c" } });
  assert.equal(headers[0]!["Cookie"], "tenant=acme; b=c; r=a=b");
});

test("a Cookie header that the document declares never holds a fixed cookie or a key", async (t) => {
  const header: Parameter = { in: "header", name: "Cookie" };
  const cookie: Parameter = { in: "cookie", name: "tenant" };
  const { call } = await serveDocument(t, withParameters([cookie, header]), fixed);
  for (const Cookie of ["tenant=evil", "a=b;TENANT=evil", "a=b, tenant=evil", "ten%61nt=evil"]) {
    assert.equal((await call("op", { Cookie })).isError, true, Cookie);
  }
  assert.equal((await call("op", { Cookie: "a=b" })).headers[0]!["Cookie"], "tenant=acme; a=b");
});

test("a header that servers take for a fixed one is refused, and a forwarded one does not replace it", async (t) => {
  const parameters: Parameter[] = [
    { in: "header", name: "X-Tenant" },
    { in: "header", name: "x_tenant" },
  ];
  const options = rules({ "header:X-Tenant": { fix: "acme" } });
  const { call } = await serveDocument(t, withParameters(parameters), options);
  const { isError, text: said } = await call("op", { x_tenant: "evil" });
  assert.equal(isError, true);
  assert.match(said, /"X-Tenant", which is reserved/);
  assert.equal((await call("op")).headers[0]!["X-Tenant"], "acme");
});

for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
  test(`no member of a ${type} body is a fixed or hidden one in another spelling`, async (t) => {
    const properties = { tenant: text, o: anyObject, name: text };
    const encoding = { o: { style: "form", explode: true } };
    for (const [rule, options] of [
      ["acme", fixed],
      ["", hidden],
    ] as const) {
      const { call } = await serveDocument(t, withForm(type, properties, { encoding }), {
        ...options,
        generate: { "unknown-arguments": "send" },
      });
      for (const name of spellings) {
        assert.equal((await call("op", { name: "n", [name]: "evil" })).isError, true, name);
        assert.equal((await call("op", { name: "n", o: { [name]: "evil" } })).isError, true, name);
      }
      const { bodies } = await call("op", { name: "n", extra: "e", o: { k: "v" } });
      assert.equal(bodies[0]!.includes("acme"), rule === "acme");
      assert.ok(bodies[0]!.includes("extra") && !bodies[0]!.includes("evil"));
    }
  });
}

test("no member of an open JSON body is a fixed one in another spelling, nor a prototype", async (t) => {
  const document = withForm("application/json", { tenant: text, name: text });
  const options: ServedOptions = { ...fixed, generate: { "unknown-arguments": "send" } };
  const { call } = await serveDocument(t, document, options);
  for (const name of ["TENANT", "tenant[]", "ten\u200bant", "ｔenant"]) {
    assert.equal((await call("op", { name: "n", [name]: "evil" })).isError, true, name);
  }
  const proto = JSON.parse('{"name":"n","__proto__":{"tenant":"evil"}}') as object;
  assert.equal((await call("op", proto)).isError, true);
  const { bodies } = await call("op", { name: "n", more: 1 });
  assert.deepEqual(JSON.parse(bodies[0]!), { tenant: "acme", name: "n", more: 1 });
});

test("formData of Swagger 2.0 keeps what a rule fixed", async (t) => {
  const document = {
    swagger: "2.0",
    info: { title: "Shop", version: "1" },
    host: "api.example",
    schemes: ["https"],
    consumes: ["application/x-www-form-urlencoded"],
    paths: {
      "/x": {
        post: {
          operationId: "op",
          parameters: [
            { in: "formData", name: "tenant", type: "string" },
            { in: "formData", name: "list", type: "array", items: text, collectionFormat: "multi" },
            { in: "query", name: "csv", type: "array", items: text },
          ],
          responses: { 204: { description: "Done." } },
        },
      },
    },
  };
  const { call } = await serveDocument(t, document, fixed);
  const evil = ["a&tenant=evil", "b;tenant=evil"];
  const { urls, bodies } = await call("op", { list: evil, csv: evil });
  assert.deepEqual(new URLSearchParams(bodies[0]).getAll("tenant"), ["acme"]);
  assert.equal(new URL(urls[0]!).searchParams.has("tenant"), false);
});

const keyInQuery = {
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
};

test("no argument writes the name of an API key", async (t) => {
  const similar: Parameter = { in: "query", name: "API_KEY" };
  const document = withParameters([exploded, similar], keyInQuery);
  const { call } = await serveDocument(t, document, { credentials: { key: "abcdefgh" } });
  for (const name of ["api_key", "api%5Fkey", "API_KEY", "api.key", "api key", "api[key"]) {
    const { text: said } = await call("op", { o: { [name]: "evil" } });
    assert.match(said, /"api_key" is reserved/, name);
  }
  assert.match((await call("op", { API_KEY: "evil" })).text, /"api_key", which is reserved/);
});

test("an open form that is one argument holds no name of an API key that it does not describe", async (t) => {
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
    const schema = { type: "object", properties: { key: text }, additionalProperties: text };
    const requestBody = { required: true, content: { [type]: { schema } } };
    const document = documentOf(
      { requestBody, responses: { 204: { description: "Done." } } },
      { method: "post", ...keyInQuery },
    );
    const { call } = await serveDocument(t, document, { credentials: { key: "abcdefgh" } });
    for (const name of ["api_key", "API_KEY", "api%5Fkey", "api_key[]"]) {
      const { text: said } = await call("op", { body: { [name]: "evil" } });
      assert.match(said, /"api_key" is reserved/, name);
    }
    assert.equal((await call("op", { body: { key: "a", other: "b" } })).isError, false);
  }
});

test("no argument writes a name of the query in the path or in the user's base URL", async (t) => {
  const document = withParameters([exploded], { path: "/x?action=list" });
  const server = { baseUrl: "https://api.example/v1?tenant=acme" };
  const { call } = await serveDocument(t, document, { server });
  assert.equal((await call("op", { o: { action: "delete" } })).isError, true);
  assert.equal((await call("op", { o: { tenant: "evil" } })).isError, true);
  assert.deepEqual((await call("op", { o: { a: "b" } })).urls, [
    "https://api.example/v1/x?tenant=acme&action=list&a=b",
  ]);
});

test("a path value with allowReserved never leaves its segment", async (t) => {
  const raw: Parameter = { in: "path", name: "p", allowReserved: true };
  const document = withParameters([raw], { path: "/a/{p}/z", version: "3.2.0" });
  const { call } = await serveDocument(t, document);
  for (const p of [
    "..",
    "%2e%2e",
    "%2e.",
    "..;",
    "..;x=1/",
    "..%3bx",
    "..%2f",
    "..%2Fadmin",
    "..%5c",
    "..\\",
    "x/../admin",
    "x%2f..%2fadmin",
    "x%2f..;%2fadmin",
    "%252e%252e",
    "..%252f",
    "．．",
    "．．／admin",
    "‥",
    "%ef%bc%8e%ef%bc%8e",
    "%c0%ae%c0%ae%c0%af",
    "..%00",
    "..%09%2f",
  ]) {
    assert.equal((await call("op", { p })).isError, true, p);
  }
  for (const [p, sent] of [
    ["a:b@c/d?e", "a:b@c%2Fd%3Fe"],
    ["a&b=c+d;e#f", "a%26b%3Dc%2Bd%3Be%23f"],
    ["1..2", "1..2"],
    ["...", "..."],
  ]) {
    assert.deepEqual((await call("op", { p })).urls, [`https://api.example/a/${sent}/z`], p);
  }
});

test("beside a fixed path parameter, no value climbs or adds a matrix parameter", async (t) => {
  const parameters: Parameter[] = [
    { in: "path", name: "tenant", style: "matrix" },
    { in: "path", name: "o", style: "matrix", explode: true, schema: anyObject },
    { in: "path", name: "p" },
  ];
  const document = withParameters(parameters, { path: "/a{tenant}/b{o}/{p}" });
  const { call } = await serveDocument(t, document, fixed);
  for (const args of [
    { o: { tenant: "evil" }, p: "x" },
    { o: { TENANT: "evil" }, p: "x" },
    { o: { a: "b" }, p: "../../a;tenant=evil" },
    { o: { a: "b" }, p: "..\\..\\a" },
  ]) {
    assert.equal((await call("op", args)).isError, true, JSON.stringify(args));
  }
  const { urls } = await call("op", { o: { a: "b" }, p: "x/y" });
  assert.deepEqual(urls, ["https://api.example/a;tenant=acme/b;a=b/x%2Fy"]);
});
