/** What the generator fetches for a document, and what it reports of the document's targets. */
import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import { AddressGuard } from "../../runtime/contract/address-guard.js";
import { fetchJson } from "../../runtime/oauth/metadata/fetch-json.js";
import { startNotice } from "../../runtime/server/program/start-notice.js";
import { generate } from "../../src/generate.js";
import { loadSources } from "../../src/load/load.js";
import { defaultOptions } from "../../src/options/table.js";
import { api, record } from "../unit/upstream/support.js";
import { mockLookups } from "./lookups.js";

before(mockLookups);
after(() => mock.restoreAll());

describe("the generator", () => {
  const options = { cwd: "/", allowRemoteRefs: true, allowRefsOutside: false } as const;
  const document = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {},
  });

  test("does not follow a redirect of a public document to an internal one", async () => {
    for (const location of [
      "http://127.0.0.1:1/a",
      "http://[::1]/a",
      "http://localhost./a",
      "http://0xa9fea9fe/latest",
      "http://10.0.0.1/",
    ]) {
      const fetched: string[] = [];
      const loaded = await loadSources("https://api.example/openapi.json", {
        ...options,
        fetch: (url) => {
          fetched.push(url as string);
          return Promise.resolve(new Response(null, { status: 302, headers: { location } }));
        },
      });
      assert.equal(loaded.sources, undefined);
      assert.match(JSON.stringify(loaded.diagnostics), /must not lead/, location);
      assert.deepEqual(fetched, ["https://api.example/openapi.json"]);
    }
  });

  test("does not follow references of a public document to internal hosts", async () => {
    const responses = {
      a: { $ref: "http://127.0.0.1/r.json" },
      b: { $ref: "http://metadata.example/r.json" },
    };
    const text = JSON.stringify({ ...JSON.parse(document), components: { responses } });
    const loaded = await loadSources("https://api.example/openapi.json", {
      ...options,
      fetch: (url) =>
        String(url).startsWith("https://api.example/")
          ? Promise.resolve(new Response(text))
          : new AddressGuard("public").fetch(url),
    });
    assert.equal(loaded.sources?.refused.size, 2);
    for (const { message } of loaded.sources?.refused.values() ?? [])
      assert.match(message, /must not lead/);
  });

  test("keeps the word of the user: an internal document may be read, and lead to others of its kind", async (t) => {
    const { url, seen } = await record(t, (one, response) => {
      if (one.target === "/openapi.json") response.writeHead(302, { location: "/v2.json" }).end();
      else response.end(document);
    });
    const loaded = await loadSources(`${url}/openapi.json`, options);
    assert.equal(loaded.sources?.reach, "loopback");
    assert.equal(seen.length, 2);
    const named = await loadSources(
      `http://loopback.nip.example:${new URL(url).port}/a.json`,
      options,
    );
    assert.equal(named.sources?.reach, "loopback");
  });

  test("notes in the output where a document came from", async () => {
    const loaded = await loadSources("https://api.example/openapi.json", {
      ...options,
      fetch: () => Promise.resolve(new Response(document)),
    });
    assert.equal(loaded.sources?.reach, "public");
  });
});

describe("a report before any call", () => {
  const described = (url: string): object => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url }],
    security: [{ k: [] }],
    paths: { "/a": { get: { responses: {} } } },
    components: { securitySchemes: { k: { type: "http", scheme: "bearer" } } },
  });
  const told = async (document: object, more: object = {}): Promise<readonly string[]> => {
    const stdin = JSON.stringify(document);
    const { diagnostics } = await generate(
      "-",
      { ...defaultOptions(), ...more },
      { cwd: "/", readStdin: () => Promise.resolve(stdin) },
    );
    return diagnostics.map(({ code, at }) => `${code} ${at?.pointer}`);
  };

  test("names each server at an address to which the document must not lead", async () => {
    const document = described("https://169.254.169.254/v1");
    assert.deepEqual(await told(document), ["target-internal /servers/0/url"]);
    assert.deepEqual(await told(document, { "allow-internal": true }), []);
    const own = {
      ...described("https://api.example"),
      paths: {
        "/a": { get: { servers: [{ url: "http://[fe80::1]/" }], security: [], responses: {} } },
      },
    };
    assert.deepEqual(await told(own), ["target-internal /paths/~1a/get/servers/0/url"]);
  });

  test("warns of credentials over http to another computer", async () => {
    assert.deepEqual(await told(described("http://api.example")), [
      "credentials-readable /servers/0/url",
    ]);
    assert.deepEqual(await told(described("HTTP://10.0.0.1:8080/x")), [
      "credentials-readable /servers/0/url",
    ]);
    for (const url of ["https://api.example", "http://localhost:3000", "http://127.0.0.1"]) {
      assert.deepEqual(await told(described(url)), []);
    }
    assert.deepEqual(await told({ ...described("http://api.example"), security: [] }), []);
  });

  test("warns at the start of a server, too", () => {
    const securitySchemes = { k: { type: "bearer", env: "TOKEN" } } as const;
    const facts = api({
      servers: [{ url: "http://api.example" }],
      securitySchemes,
      security: [{ k: [] }],
    });
    const line = /http:\/\/api\.example is called over http/;
    assert.match(startNotice(facts, { env: { TOKEN: "t" } }), line);
    assert.doesNotMatch(startNotice(facts, { env: {} }), line);
    const loopback = { ...facts, servers: [{ url: "http://localhost:1" }] };
    assert.doesNotMatch(startNotice(loopback, { env: { TOKEN: "t" } }), /over http/);
  });
});

test("keys that public metadata names are not fetched from an internal host", async (t) => {
  const { url, seen } = await record(t, (_, response) => response.end("{}"));
  const limits = { timeoutMs: 1000, maxBytes: 1000 };
  await assert.rejects(
    fetchJson(new URL(url), { ...limits, guard: new AddressGuard("public") }),
    /loopback address/,
  );
  assert.equal(seen.length, 0);
  const configured = await fetchJson(new URL(url), limits);
  assert.equal(configured.reach, "loopback");
});
