/** Metadata that wants the client to go where it must not, or to take what it can't hold. */
import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { AddressGuard } from "../../../runtime/contract/address-guard.js";
import { issuerMetadata } from "../../../runtime/oauth/metadata/issuer-metadata.js";
import { protectedResource } from "../../../runtime/oauth/metadata/protected-resource.js";
import { OAuthError } from "../../../runtime/oauth/oauth-error.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { mockLookups } from "../../hostile/lookups.js";
import { record } from "../../unit/upstream/support.js";
import {
  good,
  issuer,
  issuerUrl,
  refuse,
  refusedFor,
  resourceUrl,
  server,
  tokenUrl,
  type Answer,
} from "./hostile-world.js";

before(mockLookups);
after(() => mock.restoreAll());

/** URLs to which metadata of a public server must not lead. */
const forbidden: readonly string[] = [
  // Metadata services of clouds, this computer and its network, in many spellings.
  "http://169.254.169.254/latest/meta-data",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00:ec2::254]/x",
  "https://100.100.100.200/x",
  "https://127.0.0.1/x",
  "http://127.0.0.1:8080/x",
  "https://localhost/x",
  "http://localhost:3000/x",
  "https://a.localhost./x",
  "https://[::1]/x",
  "https://[::ffff:7f00:1]/x",
  "https://0x7f000001/x",
  "https://2130706433/x",
  "https://0/x",
  "https://10.0.0.1/x",
  "https://192.168.1.1/x",
  "https://[fc00::1]/x",
  // Without TLS.
  "http://as.example/x",
  // With credentials or a fragment.
  "https://user:password@as.example/x",
  "https://as.example/x#fragment",
  "https://as.example/x#",
  // No pages.
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "vscode://x",
  "//as.example/x",
  "as.example",
  "",
  `javascript:${"x".repeat(100_000)}`,
  "https://as.example/\u001b[2J\n\u202e#",
];

const metadata = good[issuerUrl] ?? {};

test("the metadata of a public server leads to no authorization server that it must not name", async () => {
  for (const bad of forbidden) {
    const answers = { [resourceUrl]: { ...good[resourceUrl], authorization_servers: [bad] } };
    const { asked, pages } = await refusedFor({ answers }, / demands a token: /, bad);
    assert.deepEqual([asked, pages], [[resourceUrl], []], bad);
  }
});

test("the challenge of a public server leads to no metadata that it must not name", async () => {
  for (const bad of forbidden) {
    // The parameter of a challenge can't hold all that JSON can.
    if (/[^\x20-\x7e]/.test(bad) || bad.length > 1_000) continue;
    const challenge = `Bearer resource_metadata="${bad}"`;
    const { asked, pages } = await refusedFor({ challenge }, / demands a token: /, bad);
    assert.deepEqual([asked, pages], [[], []], bad);
  }
});

test("the metadata of a public issuer leads to no endpoint that it must not name", async () => {
  for (const bad of forbidden) {
    const rows = [
      ["authorization_endpoint", false],
      ["token_endpoint", false],
      ["registration_endpoint", true],
    ] as const;
    for (const [name, isUnknown] of rows) {
      const answers = { [issuerUrl]: { ...metadata, [name]: bad } };
      const what = `${name} ${bad}`;
      const { asked } = await refusedFor({ answers, isUnknown }, / demands a token: /, what);
      assert.deepEqual(asked, [resourceUrl, issuerUrl], what);
    }
  }
});

test("endpoints that are no texts are none", async () => {
  for (const bad of [null, 1, true, {}, ["https://as.example/token"]]) {
    for (const name of ["authorization_endpoint", "token_endpoint"]) {
      const answers = { [issuerUrl]: { ...metadata, [name]: bad } };
      await refusedFor({ answers }, /is not in its metadata/, `${name} ${JSON.stringify(bad)}`);
    }
  }
});

test("metadata that names another issuer is not used", async () => {
  for (const bad of [
    "https://evil.example",
    "https://as.example/",
    "https://AS.example",
    "https://as.example:443",
    "https://as.example/tenant",
    "https://as.example.evil.example",
    "http://as.example",
    undefined,
    null,
    [issuer],
  ]) {
    const { issuer: _, ...rest } = metadata;
    const named: JsonObject = bad === undefined ? rest : { ...rest, issuer: bad };
    const { forms, pages } = await refusedFor({ answers: { [issuerUrl]: named } }, /no metadata/);
    assert.deepEqual([forms, pages], [[], []]);
  }
});

test("metadata of another resource is not used", async () => {
  for (const bad of [
    "https://evil.example/mcp",
    "http://mcp.example/mcp",
    "https://mcp.example:8443/mcp",
    "https://mcp.example/mcp/tenant",
    "https://mcp.example/mc",
    "https://mcp.example/mcpx",
    "https://mcp.example/mcp#x",
    "https://me@mcp.example/mcp",
    "https://mcp.example/mcp?tenant=1",
    "mcp.example/mcp",
    "",
    null,
    [server],
  ]) {
    const answers = { [resourceUrl]: { ...good[resourceUrl], resource: bad } };
    const outcome = await refusedFor({ answers }, /another resource/, JSON.stringify(bad));
    assert.deepEqual(outcome.asked, [resourceUrl]);
  }
});

/** Answers that are no metadata. */
const unusable: readonly (readonly [name: string, answer: Answer])[] = [
  ["a page", () => new Response("<!doctype html><p>Not found")],
  ["an empty answer", () => new Response("")],
  ["an array", () => new Response("[]")],
  ["null", () => new Response("null")],
  ["malformed UTF-8", () => new Response(new Uint8Array([0x7b, 0xff, 0x7d]))],
  ["deep nesting", () => new Response(`{"a":${"[".repeat(90_000)}${"]".repeat(90_000)}}`)],
  ["a megabyte", () => Response.json({ ...metadata, x: "y".repeat(1_000_000) })],
  ["an answer without end", () => new Response(endless())],
  ["an error", () => new Response("{}", { status: 500 })],
  [
    "a redirect",
    () => new Response(null, { status: 302, headers: { location: "https://evil.example/x" } }),
  ],
];

function endless(): ReadableStream {
  const chunk = new TextEncoder().encode(" ".repeat(10_000));
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}

for (const [name, answer] of unusable) {
  test(`${name} is no metadata of an issuer, and leads nowhere`, async () => {
    const answers = { [issuerUrl]: answer };
    const { asked, pages } = await refusedFor({ answers }, /has no metadata/);
    const places = asked.map((url) => new URL(url).origin);
    assert.deepEqual([[...new Set(places)], pages], [["https://mcp.example", issuer], []]);
    // The next place is tried: some servers answer each path with a page.
    const openId = { "https://as.example/.well-known/openid-configuration": metadata };
    const { authorization } = await refuse({ answers: { ...answers, ...openId } });
    assert.equal(authorization, "Bearer the-token");
  });

  test(`${name} is no metadata of a server, and leads nowhere`, async () => {
    const { asked, pages } = await refuse({ answers: { [resourceUrl]: answer } });
    assert.deepEqual(
      [...new Set(asked.map((url) => new URL(url).origin))],
      ["https://mcp.example"],
    );
    assert.ok(pages.every(({ origin }) => origin === "https://mcp.example"));
  });
}

test("who gives up does not wait for a slow issuer", async () => {
  const stop = new AbortController();
  const hang: Answer = ({ signal }) =>
    new Promise((_, fail) => {
      signal?.addEventListener("abort", () => fail(signal.reason as Error));
      stop.abort(new Error("given up"));
    });
  for (const url of [resourceUrl, issuerUrl, tokenUrl]) {
    const { error } = await refuse({ answers: { [url]: hang }, signal: stop.signal });
    assert.match(String(error), /given up/);
  }
});

test("lists without end become no page without end", async () => {
  const scopes = Array.from({ length: 10_000 }, (_, i) => `scope-${i}`);
  const answers = { [resourceUrl]: { ...good[resourceUrl], scopes_supported: scopes } };
  const [page] = (await refuse({ answers })).pages;
  assert.ok(page && page.href.length < 20_000);
  const challenge = `Bearer scope="${scopes.join(" ")}"`;
  const [challenged] = (await refuse({ challenge })).pages;
  assert.ok(challenged && challenged.href.length < 20_000);
  const long = await refuse({ challenge: `Bearer scope="${"x".repeat(60_000)} fine"` });
  assert.equal(long.pages[0]?.searchParams.get("scope"), "fine");
});

test("scopes that a page can't ask for are left out", async () => {
  const odd = ["fine", 'quo"te', "back\\slash", "line\nbreak", "ümlaut", "", 7, null, "two words"];
  const answers = { [resourceUrl]: { ...good[resourceUrl], scopes_supported: odd } };
  const [page] = (await refuse({ answers })).pages;
  assert.equal(page?.searchParams.get("scope"), "fine");
});

test("names that all objects have are no metadata", async () => {
  const answers = {
    [issuerUrl]: () => new Response('{"__proto__":{"issuer":"https://as.example"}}'),
  };
  await refusedFor({ answers }, /has no metadata/);
});

test("names that lead to other networks are refused when they are looked up", async (t) => {
  const { url, seen } = await record(t, (_, response) => response.end("{}"));
  const { port } = new URL(url);
  for (const [host, kind] of [
    ["loopback.nip.example", "loopback"],
    ["mixed.example", "loopback"],
    ["mapped.example", "loopback"],
    ["lan.example", "private"],
    ["metadata.example", "link-local"],
  ] as const) {
    const guard = new AddressGuard("public");
    const refusal = (error: Error): boolean =>
      error instanceof OAuthError && error.message.includes(`${kind} address`);
    await assert.rejects(issuerMetadata(`https://${host}:${port}`, { guard }), refusal, host);
  }
  assert.deepEqual(seen, []);
});

test("a server on this computer leads to others here, and not into the network", async (t) => {
  const { url } = await record(t, ({ target }, response) => {
    if (target !== "/.well-known/oauth-protected-resource/mcp")
      return response.writeHead(404).end();
    return response.end(JSON.stringify({ resource: `${url}/mcp`, authorization_servers: [] }));
  });
  const guards = new Map<string, AddressGuard>();
  const found = await protectedResource(new URL(`${url}/mcp`), {
    metadataUrl: undefined,
    headers: {},
    guardFor: (reach) => {
      guards.set(reach, guards.get(reach) ?? new AddressGuard(reach));
      return guards.get(reach)!;
    },
    signal: AbortSignal.timeout(60_000),
  });
  assert.equal(found?.reach, "loopback");
  const guard = new AddressGuard(found.reach);
  await assert.rejects(issuerMetadata("https://lan.example", { guard }), /private address/);
  await assert.rejects(issuerMetadata("https://169.254.169.254", { guard }), /link-local address/);
});
