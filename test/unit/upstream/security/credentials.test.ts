import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecurityScheme } from "../../../../runtime/contract/api.js";
import type { Credentials } from "../../../../runtime/upstream/request/credentials.js";
import type { SecurityRequirement } from "../../../../runtime/contract/operation.js";
import { redactorsOf } from "../../../../runtime/protocol/text/redactor.js";
import { CredentialSource } from "../../../../runtime/upstream/security/credential-source.js";
import { api, operation } from "../support.js";

const securitySchemes: { [name: string]: SecurityScheme } = {
  header: { type: "apiKey", in: "header", name: "X-Key", env: "S_HEADER" },
  query: { type: "apiKey", in: "query", name: "api key", env: "S_QUERY" },
  cookie: { type: "apiKey", in: "cookie", name: "sid", env: "S_COOKIE" },
  basic: { type: "basic", usernameEnv: "S_USER", passwordEnv: "S_PASS" },
  bearer: { type: "bearer", env: "S_TOKEN" },
  genie: { type: "http", scheme: "GenieKey", env: "S_GENIE" },
  tls: { type: "unsupported", reason: "client certificates are not supported" },
};

function resolve(
  security: SecurityRequirement[] | undefined,
  env: Record<string, string>,
  own?: SecurityRequirement[],
) {
  const facts = api({ securitySchemes, ...(security === undefined ? {} : { security }) });
  const called = operation({}, own === undefined ? {} : { security: own });
  const found = new CredentialSource(facts, { env }).credentialsFor(called);
  const { headers, query, cookies } = found as Credentials;
  return [...headers, ...query, ...cookies].map((pair) => pair.join("="));
}

const env = {
  S_HEADER: "h-1",
  S_QUERY: "q/1",
  S_COOKIE: "c-1",
  S_USER: "jo",
  S_PASS: "pä:ss",
  S_TOKEN: "t-1",
  S_GENIE: "g-1",
};

const rows: [string, SecurityRequirement[] | undefined, Record<string, string>, want: string[]][] =
  [
    ["no requirement", undefined, env, []],
    ["an empty list", [], env, []],
    ["header", [{ header: [] }], env, ["X-Key=h-1"]],
    ["query", [{ query: [] }], env, ["api%20key=q%2F1"]],
    ["cookie", [{ cookie: [] }], env, ["sid=c-1"]],
    ["another scheme of HTTP", [{ genie: [] }], env, ["Authorization=GenieKey g-1"]],
    ["bearer with scopes", [{ bearer: ["read"] }], env, ["Authorization=Bearer t-1"]],
    [
      "an empty password is one when its variable is set",
      [{ basic: [] }],
      { S_USER: "key", S_PASS: "" },
      ["Authorization=Basic a2V5Og=="],
    ],
    ["basic is UTF-8", [{ basic: [] }], env, ["Authorization=Basic am86cMOkOnNz"]],
    ["all of one alternative", [{ header: [], query: [] }], env, ["X-Key=h-1", "api%20key=q%2F1"]],
    [
      "the first alternative that is complete",
      [{ tls: [] }, { header: [], bearer: [] }, { bearer: [] }],
      { S_TOKEN: "t-2" },
      ["Authorization=Bearer t-2"],
    ],
    [
      "one of two that are sent in the same place: the first",
      [{ header: [], bearer: [], basic: [] }],
      env,
      ["X-Key=h-1", "Authorization=Bearer t-1"],
    ],
    [
      "one of two that are sent in the same place: that which is set",
      [{ basic: [], bearer: [] }],
      { S_TOKEN: "t-2" },
      ["Authorization=Bearer t-2"],
    ],
    ["none when none is set and none is needed", [{ header: [] }, {}], {}, []],
    ["one that is set although none is needed", [{}, { header: [] }], env, ["X-Key=h-1"]],
  ];

for (const [name, security, given, want] of rows) {
  test(`credentials: ${name}`, () => assert.deepEqual(resolve(security, given), want));
}

test("an operation's own requirement replaces the API's", () => {
  assert.deepEqual(resolve([{ header: [] }], env, []), []);
  assert.deepEqual(resolve([{ header: [] }], env, [{ query: [] }]), ["api%20key=q%2F1"]);
});

const missing: [string, SecurityRequirement[], Record<string, string>, want: RegExp][] = [
  ["one", [{ header: [] }], {}, /S_HEADER\.$/],
  ["an empty one", [{ header: [] }], { S_HEADER: "" }, /S_HEADER/],
  ["all that lack", [{ header: [], query: [] }], {}, /S_HEADER and S_QUERY/],
  ["only those that lack", [{ header: [], query: [] }], env_("S_HEADER"), /variable S_QUERY\.$/],
  ["every alternative", [{ header: [] }, { basic: [] }], {}, /S_HEADER\. Or: .*S_USER and S_PASS/],
  ["what is not supported", [{ tls: [] }], {}, /"tls" is not supported: client certificates/],
  ["what is not defined", [{ toString: [] }], {}, /"toString" is not defined/],
];

function env_(name: keyof typeof env): Record<string, string> {
  return { [name]: env[name] };
}

for (const [name, security, given, want] of missing) {
  test(`missing credentials: names ${name}`, () => {
    assert.throws(() => resolve(security, given), { name: "ToolError", message: want });
  });
}

const unfit: [string, string, value: string][] = [
  ["header", "S_HEADER", "hunter2\r\nX: y"],
  ["query", "S_QUERY", "hunter2\n"],
  ["cookie", "S_COOKIE", "hunter2; a=b"],
  ["bearer", "S_TOKEN", "hunter2\0"],
  ["basic", "S_PASS", "hunter2\n"],
  ["basic", "S_USER", "hunter2:x"],
];

for (const [scheme, name, value] of unfit) {
  test(`${scheme} refuses ${JSON.stringify(value)} without showing it`, () => {
    assert.throws(
      () => resolve([{ [scheme]: [] }], { ...env, [name]: value }),
      (error: Error) => error.message.includes(name) && !error.message.includes("hunter2"),
    );
  });
}

test("a redactor hides every form of a secret", () => {
  const secret = 'p/s "ü"';
  const { errors } = redactorsOf([{ text: secret }]);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret),
    encodeURIComponent(secret).toLowerCase(),
    Buffer.from(secret).toString("base64url"),
    "p/s &quot;ü&quot;",
  ];
  for (const form of forms) {
    const shown = errors.text(`a ${form} b`);
    assert.match(shown, /^a "?\[redacted\]"? b$/);
  }
});

test("a redactor ignores an empty secret", () => {
  assert.equal(redactorsOf([{ text: "" }]).errors.text("a b"), "a b");
});

test("a redactor leaves user names and short secrets in data, not in errors", () => {
  const { errors, data } = redactorsOf([{ text: "alice", nameOnly: true }, { text: "abc" }]);
  assert.equal(data.text("alice abc"), "alice abc");
  assert.equal(errors.text("alice abc"), "[redacted] [redacted]");
});

test("a redactor finds a secret behind JSON escapes, at any depth", () => {
  const { data } = redactorsOf([{ text: "s3/cret" }]);
  const source = '[{"a":["x s3\\/cret y"]}]';
  assert.deepEqual(data.json(JSON.parse(source), source), [{ a: ["x [redacted] y"] }]);
  const deep = "[".repeat(100_000) + '"s3/cret"' + "]".repeat(100_000);
  assert.ok(data.json(JSON.parse(deep), deep));
});
