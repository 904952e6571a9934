import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { loadSources, type LoadOptions, type LoadResult } from "../../../src/load/load.js";
import { ReferenceResolver } from "../../../src/load/references/resolver.js";
import { byText } from "../../support/by-text.js";
import { listen, stop } from "../../support/loopback.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const asked: string[] = [];
const authorizations: (string | undefined)[] = [];
let answers: { [path: string]: string | Answer } = {};

function serve() {
  return createServer((request, response) => {
    asked.push(request.url ?? "");
    authorizations.push(request.headers.authorization);
    const answer = answers[request.url ?? ""];
    if (typeof answer === "function") answer(request, response);
    else if (answer === undefined) response.writeHead(404).end("top secret");
    else response.end(answer);
  });
}
const here = serve();
const other = serve();
let base = "";
let elsewhere = "";

before(async () => {
  base = `http://127.0.0.1:${await listen(here)}`;
  elsewhere = `http://127.0.0.1:${await listen(other)}`;
});
after(() => Promise.all([here, other].map(stop)));
beforeEach(() => {
  asked.length = 0;
  authorizations.length = 0;
  answers = {};
});

function load(input: string, more: Partial<LoadOptions> = {}): Promise<LoadResult> {
  return loadSources(input, { cwd: "/", allowRemoteRefs: false, allowRefsOutside: false, ...more });
}

function documentWith(...refs: readonly string[]): string {
  return JSON.stringify({
    openapi: "3.1.0",
    components: {
      responses: Object.fromEntries(refs.map((ref, index) => [`r${index}`, { $ref: ref }])),
    },
  });
}

function redirectTo(location: string): Answer {
  return (_request, response) => response.writeHead(302, { location }).end();
}

function codes({ sources }: LoadResult): string[] {
  return [...(sources?.refused.values() ?? [])].map(({ code }) => code);
}

test("a URL works as input, with references below its folder", async () => {
  answers = {
    "/v1/openapi.json": documentWith("parts/r.yaml", "/v1/s.yaml?x=1"),
    "/v1/parts/r.yaml": "{}",
    "/v1/s.yaml?x=1": "{}",
  };
  const result = await load(`${base}/v1/openapi.json#frag`);
  assert.deepEqual(result.diagnostics, []);
  assert.equal(result.sources?.root.url, `${base}/v1/openapi.json`);
  assert.deepEqual(codes(result), []);
  assert.equal(result.sources?.files.size, 3);
});

test("a document on the web reaches nothing outside its folder and no local file", async () => {
  answers = {
    "/v1/openapi.json": documentWith(
      "../admin.yaml",
      "/v10/x.yaml",
      `${elsewhere}/v1/x.yaml`,
      "file:///etc/hostname",
    ),
  };
  const result = await load(`${base}/v1/openapi.json`, { allowRefsOutside: true });
  assert.deepEqual(codes(result), ["ref-remote", "ref-remote", "ref-remote", "ref-outside"]);
  assert.deepEqual(asked, ["/v1/openapi.json"]);
});

test("references to other hosts are followed only to hosts that are allowed", async () => {
  answers = { "/openapi.json": documentWith(`${elsewhere}/a.yaml`), "/a.yaml": "{}" };
  const host = new URL(elsewhere).host;
  for (const [allowRemoteRefs, refused] of [
    [false, 1],
    [["example.test", "127.0.0.2"], 1],
    [[host], 0],
    [true, 0],
  ] as const) {
    assert.equal(codes(await load(`${base}/openapi.json`, { allowRemoteRefs })).length, refused);
  }
});

test("the input may redirect anywhere on the web; references resolve against where it ends", async () => {
  answers = {
    "/latest": redirectTo(`${elsewhere}/v2/openapi.json`),
    "/v2/openapi.json": documentWith("r.yaml"),
    "/v2/r.yaml": "{}",
  };
  const result = await load(`${base}/latest`);
  assert.equal(result.sources?.root.url, `${elsewhere}/v2/openapi.json`);
  assert.deepEqual(codes(result), []);
});

test("a redirect of a reference is followed only where the reference itself could lead", async () => {
  answers = {
    "/v1/openapi.json": documentWith("a.yaml", "b.yaml", "c.yaml", "d.yaml"),
    "/v1/a.yaml": redirectTo("x/a.yaml"),
    "/v1/x/a.yaml": "{}",
    "/v1/b.yaml": redirectTo(`${elsewhere}/secret`),
    "/v1/c.yaml": redirectTo("file:///etc/hostname"),
    "/v1/d.yaml": redirectTo("d.yaml"),
    "/secret": "{}",
  };
  const result = await load(`${base}/v1/openapi.json`);
  assert.deepEqual(codes(result), ["ref-remote", "ref-unreadable", "ref-unreadable"]);
  assert.equal(asked.includes("/secret"), false);
});

test("references of a redirected file resolve against where it ends", async () => {
  answers = {
    "/v1/openapi.json": documentWith("a.json#/r", "a.json#/ids/pet"),
    "/v1/a.json": redirectTo("x/a.json"),
    "/v1/x/a.json": '{"r":{"$ref":"b.json"},"ids":{"pet":{"$ref":"c.json"}}}',
    "/v1/x/b.json": '{"description":"b"}',
    "/v1/x/c.json": '{"description":"c"}',
  };
  const { sources } = await load(`${base}/v1/openapi.json`);
  assert.ok(sources);
  assert.deepEqual([...sources.refused], []);
  const resolver = new ReferenceResolver(sources);
  const found = ["a.json#/r", "a.json#/ids/pet"].map((ref) =>
    resolver.resolveFully({ value: { $ref: ref }, file: sources.root.url, pointer: "" }),
  );
  assert.deepEqual(
    found.map((result) => result.ok && result.node.value),
    [{ description: "b" }, { description: "c" }],
  );
  assert.deepEqual([...sources.files.keys()].sort(byText), [
    `${base}/v1/a.json`,
    `${base}/v1/openapi.json`,
    `${base}/v1/x/b.json`,
    `${base}/v1/x/c.json`,
  ]);
});

test("credentials in the input are sent to its own origin only and kept nowhere", async () => {
  answers = {
    "/openapi.json": documentWith("r.yaml", `${elsewhere}/s.yaml`),
    "/r.yaml": "{}",
    "/s.yaml": "{}",
  };
  const result = await load(base.replace("://", "://user:p%40ss@") + "/openapi.json", {
    allowRemoteRefs: true,
  });
  const basic = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  assert.deepEqual([...authorizations].sort(byText), [basic, basic, undefined]);
  assert.doesNotMatch([...(result.sources?.files.keys() ?? [])].join(), /user|p%40ss/);
});

const failures: readonly (readonly [
  name: string,
  answer: string | Answer | undefined,
  message: RegExp,
  code?: string,
])[] = [
  ["an HTTP error", undefined, /answers with HTTP status 404\.$/],
  [
    "redirects without end",
    (_, response) => response.writeHead(302, { location: "/x" }).end(),
    /redirects more than 10 times/,
  ],
  ["a broken connection", (_, response) => response.destroy(), /can't be r/],
  ["no answer in time", () => undefined, /does not answer within/],
  [
    "a body without end",
    (_, response) => {
      response.write("x".repeat(5000));
    },
    /larger than the limit/,
    "input-too-large",
  ],
];

for (const [name, answer, message, code = "input-unreadable"] of failures) {
  test(`${name} is a diagnostic that names the URL and nothing of the answer`, async () => {
    if (answer !== undefined) answers["/x"] = answer;
    const result = await load(base.replace("://", "://user:secret@") + "/x", {
      // Short only where the test waits for it, because machines can be busy.
      timeoutMs: name === "no answer in time" ? 500 : 60_000,
      maxBytes: 1000,
    });
    assert.equal(result.sources, undefined);
    assert.equal(result.diagnostics[0]?.code, code);
    assert.match(result.diagnostics[0]?.message ?? "", message);
    assert.ok(result.diagnostics[0]?.message.startsWith(`${base}/x `));
    assert.doesNotMatch(JSON.stringify(result.diagnostics), /secret/);
  });
}

test("a closed port is a diagnostic", async () => {
  const closed = createServer();
  const port = await listen(closed);
  await stop(closed);
  const result = await load(`http://127.0.0.1:${port}/openapi.yaml`);
  assert.match(
    result.diagnostics[0]?.message ?? "",
    /can't be reached: the connection was refused \(ECONNREFUSED\); check the host and port of the URL\.$/,
  );
});
