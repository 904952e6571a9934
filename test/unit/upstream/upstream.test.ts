import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import zlib from "node:zlib";
import type { Answer } from "../../../runtime/upstream/response/answer.js";
import type { Api } from "../../../runtime/contract/api.js";
import { Upstream, type UpstreamOptions } from "../../../runtime/upstream/upstream.js";
import { UpstreamError } from "../../../runtime/upstream/upstream-error.js";
import { api, messageOf, operation, record, type Responder } from "./support.js";

function upstream(baseUrl: string, options: UpstreamOptions = {}, facts: Partial<Api> = {}) {
  return new Upstream(api(facts), { baseUrl, env: {}, ...options });
}

function reply(status: number, type: string | undefined, body: string | Uint8Array): Responder {
  return (_, response) => {
    response.writeHead(status, type === undefined ? {} : { "content-type": type });
    response.end(body);
  };
}

test("a call puts everything in its place, byte for byte", async (t) => {
  const { url, seen } = await record(t, reply(200, "application/json", "{}"));
  const put = operation({
    method: "PUT",
    path: "/shelves/{id}/it's",
    params: [
      { in: "path", name: "id", arg: "path_id" },
      { in: "query", name: "tags", explode: false },
      { in: "query", name: "filter", style: "deepObject", explode: true },
      { in: "header", name: "X-Trace" },
      { in: "cookie", name: "theme" },
    ],
    body: { type: "application/json; note='q'", fields: [["body_id", "id"], "label"] },
    accept: "application/json",
  });
  const args = {
    path_id: "../../admin?#%",
    tags: ["red", "a,b"],
    filter: { owner: "x&y" },
    "X-Trace": [1, 2],
    theme: "dark",
    body_id: "b1",
    label: "L\u2028é",
  };
  await upstream(url + "/api/").call(put, args);
  assert.equal(seen.length, 1);
  const [one] = seen;
  assert.equal(one!.method, "PUT");
  assert.equal(
    one!.target,
    "/api/shelves/..%2F..%2Fadmin%3F%23%25/it's?tags=red,a%2Cb&filter%5Bowner%5D=x%26y",
  );
  assert.equal(one!.headers["x-trace"], "1,2");
  assert.equal(one!.headers["cookie"], "theme=dark");
  assert.equal(one!.headers["content-type"], "application/json; note='q'");
  assert.equal(one!.headers["accept"], "application/json");
  assert.equal(one!.body, JSON.stringify({ id: "b1", label: "L\u2028é" }));
});

test("a call with nothing sends nothing", async (t) => {
  const { url, seen } = await record(t);
  const body = { type: "application/json", fields: ["note"] };
  await upstream(url).call(operation({ method: "POST", body }), {});
  assert.equal(seen[0]!.target, "/x");
  assert.equal(seen[0]!.body, "");
  assert.equal(seen[0]!.headers["content-type"], undefined);
});

test("a GET with a body is sent with its body", async (t) => {
  const { url, seen } = await record(t, reply(200, "application/json", '{"a":[1]}'));
  const search = operation({ path: "/search", body: { type: "application/json", fields: ["q"] } });
  const answer = await upstream(url).call(search, { q: "é" });
  assert.deepEqual(answer, { kind: "json", status: 200, value: { a: [1] } });
  assert.equal(seen[0]!.method, "GET");
  assert.equal(seen[0]!.body, '{"q":"é"}');
  assert.equal(seen[0]!.headers["content-type"], "application/json");
});

test("headers of the options win, those of HTTP can't be set by arguments", async (t) => {
  const { url, seen } = await record(t);
  const params = [
    { in: "header", name: "X-A" },
    { in: "header", name: "Host" },
  ] as const;
  const options = { headers: { "x-a": "fixed", "User-Agent": "shop" } };
  await upstream(url, options).call(operation({ params }), { "X-A": "arg", Host: "evil" });
  assert.equal(seen[0]!.headers["x-a"], "fixed");
  assert.equal(seen[0]!.headers["user-agent"], "shop");
  assert.equal(seen[0]!.headers.host, url.slice("http://".length));
});

const refusedCalls: [string, Record<string, unknown>][] = [
  ["a path of dots", { id: ".." }],
  ["no path value", {}],
  ["a header with a line break", { id: "1", h: "a\r\nb" }],
];

for (const [name, args] of refusedCalls) {
  test(`nothing is sent for ${name}, mocked or not`, async (t) => {
    const { url, seen } = await record(t);
    const params = [
      { in: "path", name: "id" },
      { in: "header", name: "h" },
    ] as const;
    const get = operation({ path: "/r/{id}", params });
    for (const mock of [false, true]) {
      await assert.rejects(upstream(url, { mock }).call(get, args), { name: "ToolError" });
    }
    assert.equal(seen.length, 0);
  });
}

test("nothing is sent without the credential", async (t) => {
  const { url, seen } = await record(t);
  const facts: Partial<Api> = {
    securitySchemes: { key: { type: "apiKey", in: "query", name: "k", env: "SHOP_KEY" } },
    security: [{ key: [] }],
  };
  await assert.rejects(upstream(url, {}, facts).call(operation({}), {}), /SHOP_KEY/);
  assert.equal(seen.length, 0);
  await upstream(url, { env: { SHOP_KEY: "a b" } }, facts).call(operation({}), {});
  assert.equal(seen[0]!.target, "/x?k=a%20b");
});

const png = Buffer.from("89504e470d0a1a0a00ff", "hex");
const endless = "[".repeat(2_000) + "]".repeat(2_000);

const answers: [string, type: string | undefined, body: string | Uint8Array, want: object][] = [
  ["JSON", "application/json", "[1,2,3]", { kind: "json", value: [1, 2, 3] }],
  ["JSON null", "application/json", "null", { kind: "json", value: null }],
  ["any +json", "application/hal+json;v=1", '{"a":1}', { kind: "json", value: { a: 1 } }],
  ["JSON with a byte order mark", "application/json", "\uFEFF{}", { kind: "json", value: {} }],
  [
    "JSON in UTF-16",
    "application/json; charset=utf-16le",
    Buffer.from('{"a":"é"}', "utf16le"),
    { kind: "json", value: { a: "é" } },
  ],
  [
    "what claims to be JSON",
    "application/json",
    "not json",
    { kind: "text", text: "not json", mimeType: "text/plain" },
  ],
  [
    "JSON that is nested without end",
    "application/json",
    endless,
    { kind: "text", text: endless, mimeType: "text/plain" },
  ],
  ["an empty JSON body", "application/json", "", { kind: "empty" }],
  ["text", "text/csv; charset=utf-8", "a,é", { kind: "text", text: "a,é", mimeType: "text/csv" }],
  [
    "text in Latin-1",
    'text/plain; charset="ISO-8859-1"',
    Buffer.from("é", "latin1"),
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "text of unknown charset",
    "text/plain; charset=klingon",
    "é",
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "text that is not the UTF-8 it should be",
    "text/plain",
    Buffer.from("é", "latin1"),
    { kind: "text", text: "é", mimeType: "text/plain" },
  ],
  [
    "XML",
    "application/atom+xml",
    "<a/>",
    { kind: "text", text: "<a/>", mimeType: "application/atom+xml" },
  ],
  [
    "YAML",
    "application/yaml",
    "a: 1",
    { kind: "text", text: "a: 1", mimeType: "application/yaml" },
  ],
  [
    "an image",
    "image/png",
    png,
    { kind: "media", media: { mimeType: "image/png", data: new Uint8Array(png) } },
  ],
  [
    "an image that is XML",
    "image/svg+xml",
    "<svg/>",
    {
      kind: "media",
      media: { mimeType: "image/svg+xml", data: new Uint8Array(Buffer.from("<svg/>")) },
    },
  ],
  ["JSON without a type", undefined, ' {"a":1}', { kind: "json", value: { a: 1 } }],
  [
    "text without a type",
    undefined,
    "{oops",
    { kind: "text", text: "{oops", mimeType: "text/plain" },
  ],
  [
    "a number without a type",
    undefined,
    "42",
    { kind: "text", text: "42", mimeType: "text/plain" },
  ],
  [
    "bytes without a type",
    undefined,
    png,
    { kind: "media", media: { mimeType: "application/octet-stream", data: new Uint8Array(png) } },
  ],
  ["a type that is none", "json", '{"a":1}', { kind: "json", value: { a: 1 } }],
];

for (const [name, type, body, want] of answers) {
  test(`answer: ${name}`, async (t) => {
    const { url } = await record(t, reply(200, type, body));
    const answer = await upstream(url).call(operation({}), {});
    const plain: unknown =
      answer.kind === "media"
        ? { ...answer, media: { ...answer.media, data: new Uint8Array(answer.media.data) } }
        : answer;
    assert.deepEqual(plain, { status: 200, ...want });
  });
}

test("an answer with integers beyond 2^53 keeps their digits", async (t) => {
  const body = '{ "id": 9007199254740993 }';
  const { url } = await record(t, reply(200, "application/json", body));
  const answer = await upstream(url).call(operation({}), {});
  assert.equal(answer.kind === "json" && answer.source, body);
});

for (const status of [204, 205, 304]) {
  test(`answer: ${status} is empty`, async (t) => {
    const { url } = await record(t, reply(status, "application/json", ""));
    assert.deepEqual(await upstream(url).call(operation({}), {}), { kind: "empty", status });
  });
}

test("a compressed answer is read", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(zlib.gzipSync('{"a":1}'));
  });
  const answer = await upstream(url).call(operation({}), {});
  assert.deepEqual(answer, { kind: "json", status: 200, value: { a: 1 } });
});

test("an answer beyond the limit is refused with both sizes", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "5000" });
    response.end("x".repeat(5000));
  });
  const call = () =>
    upstream(url, { maxResponseBytes: 1000, maxKeptBytes: 0 }).call(operation({}), {});
  assert.match(await messageOf(call), /limit of 1000 bytes: it has 5000 bytes/);
});

test("the limit counts what a compressed answer becomes", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
    response.end(zlib.gzipSync(Buffer.alloc(5_000_000, "x")));
  });
  const call = () =>
    upstream(url, { maxResponseBytes: 100_000, maxKeptBytes: 0 }).call(operation({}), {});
  assert.match(await messageOf(call), /larger than the limit of 100000 bytes/);
});

test("an answer as large as the limit arrives", async (t) => {
  const { url } = await record(t, reply(200, "text/plain", "x".repeat(1000)));
  const answer = await upstream(url, { maxResponseBytes: 1000 }).call(operation({}), {});
  assert.equal(answer.kind === "text" && answer.text.length, 1000);
});

test("an error status is an error with status, reason and body", async (t) => {
  const { url } = await record(t, reply(422, "application/json", '{ "detail": ["nope"] }'));
  const post = operation({ method: "POST", path: "/pets/{id}" });
  await assert.rejects(upstream(url).call(post, { id: 1 }), (error: UpstreamError) => {
    assert.ok(error instanceof UpstreamError);
    assert.equal(error.status, 422);
    assert.equal(
      error.message,
      'POST /pets/{id} answered 422 Unprocessable Entity\n{"detail":["nope"]}',
    );
    const want: Answer = { kind: "json", status: 422, value: { detail: ["nope"] } };
    assert.deepEqual(error.answer, want);
    return true;
  });
});

test("a problem is summed up first", async (t) => {
  const body = '{"title":"Out of stock","detail":"No pets left.","status":409}';
  const { url } = await record(t, reply(409, "application/problem+json", body));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.equal(message, `GET /x answered 409 Conflict: Out of stock: No pets left.\n${body}`);
});

test("a long error body is shortened and says by how much", async (t) => {
  const { url } = await record(t, reply(500, "text/html", "x".repeat(20_000)));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.ok(message.length < 10_000);
  assert.match(message, /12000 more characters were cut/);
});

test("an endless error body is not read to its end", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    const pour = () => {
      while (!response.destroyed && response.write("é".repeat(8192)));
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
  });
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /^GET \/x answered 500 Internal Server Error\né+\n/);
  assert.match(message, /Only the first 65536 bytes were read/);
});

test("an error body nested without end is an error all the same", async (t) => {
  const body = "[".repeat(30_000) + "]".repeat(30_000);
  const { url } = await record(t, reply(500, "application/json", body));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /^GET \/x answered 500 .*\n/);
});

test("an error that echoes credentials does not show them", async (t) => {
  const facts: Partial<Api> = {
    securitySchemes: {
      basic: { type: "basic", usernameEnv: "S_USER", passwordEnv: "S_PASS" },
      key: { type: "apiKey", in: "query", name: "k", env: "S_KEY" },
    },
    security: [{ basic: [], key: [] }],
  };
  const env = { S_USER: "jo-user", S_PASS: "pa$$/w rd", S_KEY: "k1" };
  for (const status of [200, 401]) {
    const { url, seen } = await record(t, (one, response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ target: one.target, headers: one.headers, pass: env.S_PASS }));
    });
    const call = async () =>
      JSON.stringify(await upstream(url, { env }, facts).call(operation({}), {}));
    const shown = status === 200 ? await call() : await messageOf(call);
    assert.match(shown, /\[redacted\]/);
    const basic = Buffer.from(`${env.S_USER}:${env.S_PASS}`).toString("base64");
    assert.equal(seen[0]!.headers.authorization, `Basic ${basic}`);
    for (const secret of [env.S_PASS, basic, ...(status === 200 ? [] : [env.S_USER, env.S_KEY])]) {
      assert.ok(!shown.includes(secret), `${status} shows ${secret}`);
    }
  }
});

test("an upstream that is not there is named with the cause", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, "close");
  const message = await messageOf(() => upstream(`http://${host}`).call(operation({}), {}));
  assert.equal(message, `The call to ${host} failed: ECONNREFUSED.`);
});

test("a connection that breaks is named with the cause", async (t) => {
  const { url } = await record(t, (_, response) => response.destroy());
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /^The call to 127\.0\.0\.1:\d+ failed: (UND_ERR_SOCKET|ECONNRESET)\.$/);
});

test("a slow upstream is a timeout, before and after the first byte", async (t) => {
  for (const head of [false, true]) {
    const { url } = await record(t, (_, response) => {
      if (head) response.writeHead(200, { "content-type": "text/plain" }).write("x");
    });
    const message = await messageOf(() => upstream(url).call(operation({}, { timeoutMs: 50 }), {}));
    assert.match(message, /No answer from 127\.0\.0\.1:\d+ within 50 ms/);
  }
});

test("a timeout longer than timers can be does not fire at once", async (t) => {
  const { url } = await record(t, reply(200, "text/plain", "x"));
  const answer = await upstream(url, { timeoutMs: 1e12 }).call(operation({}), {});
  assert.equal(answer.kind, "text");
});

test("cancelling ends the upstream's request and gives the reason", async (t) => {
  for (const method of ["POST", "GET"]) {
    const controller = new AbortController();
    let hungUp: () => void;
    const closed = new Promise<void>((resolve) => (hungUp = resolve));
    const { url } = await record(t, (_, response) => {
      response.on("close", hungUp);
      controller.abort(new Error("changed my mind"));
    });
    const body = { type: "application/json", fields: ["a"] };
    const call = upstream(url).call(
      operation({ method, body }),
      { a: 1 },
      { signal: controller.signal },
    );
    await assert.rejects(call, /changed my mind/);
    await closed;
  }
});

test("a call that was cancelled before is not sent", async (t) => {
  const { url, seen } = await record(t);
  const call = upstream(url).call(
    operation({}),
    {},
    { signal: AbortSignal.abort(new Error("too late")) },
  );
  await assert.rejects(call, /too late/);
  assert.equal(seen.length, 0);
});

test("redirects on the same origin are followed as HTTP says", async (t) => {
  for (const [status, method, want] of [
    [302, "GET", "GET"],
    [303, "POST", "GET"],
    [301, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "PUT", "PUT"],
    [302, "DELETE", "DELETE"],
  ] as const) {
    const { url, seen } = await record(t, (one, response) => {
      if (one.target === "/x") response.writeHead(status, { location: "/y?z#f" }).end();
      else response.end("there");
    });
    const body = { type: "application/json", fields: ["a"] };
    const answer = await upstream(url).call(operation({ method, body }), { a: 1 });
    assert.equal(answer.kind, "text");
    const [, second] = seen;
    assert.equal(`${second!.method} ${second!.target}`, `${want} /y?z`);
    const kept = want === method;
    assert.equal(second!.body, kept ? '{"a":1}' : "");
    assert.equal(second!.headers["content-type"], kept ? "application/json" : undefined);
  }
});

test("a redirect to another origin is refused with its target", async (t) => {
  const other = await record(t);
  const { url } = await record(t, (_, response) => {
    response.writeHead(302, { location: `${other.url}/steal?k=1` }).end();
  });
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.ok(message.includes(`${other.url}/steal; redirects to another origin are not followed`));
  assert.equal(other.seen.length, 0);
});

test("redirects without end are refused", async (t) => {
  const { url, seen } = await record(t, (_, response) => {
    response.writeHead(302, { location: "/x" }).end();
  });
  assert.match(await messageOf(() => upstream(url).call(operation({}), {})), /more than 5 times/);
  assert.equal(seen.length, 6);
});

test("a fetch of the user's own is used", async () => {
  const calls: unknown[] = [];
  const fetch = (async (url, init) => {
    calls.push([url, init?.method, init?.body]);
    return Response.json({ ok: true });
  }) as typeof globalThis.fetch;
  const body = { type: "application/json", fields: ["a"] };
  const answer = await upstream("http://h", { fetch }).call(operation({ body }), { a: 1 });
  assert.deepEqual(answer, { kind: "json", status: 200, value: { ok: true } });
  assert.deepEqual(calls, [["http://h/x", "GET", '{"a":1}']]);
});
