/** Modules that the bundled runtime loads at the start. Every server on stdio waits for them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "./support/cli.js";

const bundle = path.join(root, "dist/bundle");

/** Returns the modules that are imported statically, directly or indirectly. */
function loadedBy(...entries: string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = entries.map((name) => `./${name}`);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (!name.startsWith("./")) continue;
    const text = readFileSync(path.join(bundle, name), "utf8");
    for (const [, imported] of text.matchAll(
      /^(?:(?:import|export|\}).*? from|import) "([^"]+)";$/gm,
    )) {
      if (imported !== undefined) waiting.push(imported);
    }
  }
  return seen;
}

test("a server on stdio loads what it needs, and nothing of other transports", () => {
  assert.deepEqual([...loadedBy("index.js")].sort(), ["./core.js", "./index.js"]);
});

test("a server that calls no API and has no Redis loads nothing for either", () => {
  const core = readFileSync(path.join(bundle, "core.js"), "utf8");
  // The bundle names each module in a comment.
  for (const name of ["server/mcp-server", "transports/stdio/stdio-transport"]) {
    assert.ok(core.includes(`// ${name}.js\n`), name);
  }
  assertOnlyIn("upstream.js", ["upstream/upstream", "upstream/request/request"]);
  assertOnlyIn("open-redis-state.js", ["state/redis/tasks"]);
});

test("a client's rules and the search for operations are loaded only where there are any", () => {
  assertOnlyIn("adapt-schema.js", ["contract/adapt-schema"]);
  assertOnlyIn("search-tools.js", ["server/search/search-tools", "contract/search-listing"]);
});

test("the code that calls an API is one module, without logins and tests", () => {
  const loaded = [...loadedBy("index.js", "upstream.js")].filter((name) => name.startsWith("./"));
  const small = ["./common.js", "./core.js", "./index.js", "./net.js", "./rolldown-runtime.js"];
  assert.deepEqual(loaded.sort(), [...small, "./upstream.js"]);
  assertOnlyIn("upstream.js", [
    "server/operations/operation-call",
    "server/results/api-result-writer",
  ]);
});

test("the code that reads resources is loaded with the lazy methods", () => {
  assertOnlyIn("lazy-methods.js", ["server/results/read-resource"]);
});

test("results are checked by code that is loaded for an output schema or a value that JSON changes", () => {
  assertOnlyIn("result-checks.js", [
    "server/results/tool-result-writer",
    "server/results/json-value",
  ]);
});

test("the text of --help is loaded on demand", () => {
  assertOnlyIn("help-text.js", ["server/program/help-text"]);
  assertOnlyIn("upstream.js", ["contract/credential-methods"]);
});

test("descriptions of violations are loaded with the validator", () => {
  assertOnlyIn("schema.js", [
    "schema/check/compile",
    "schema/explain",
    "schema/conform",
    "schema/violation-note",
  ]);
});

test("token checks are loaded when an authorizer is made", () => {
  assertOnlyIn("authorization.js", [
    "authorization/resource/request-check",
    "authorization/verifiers/token-cache",
    "authorization/verifiers/jwt-check",
    "authorization/verifiers/introspection-check",
    "authorization/issuer/remote-keys",
    "authorization/dpop/dpop-check",
  ]);
  assertOnlyIn("oauth-metadata.js", [
    "oauth/metadata/issuer-metadata",
    "oauth/metadata/fetch-json",
  ]);
  for (const name of ["jose", "oauth", "upstream"]) {
    assert.ok(!loadedBy("authorization.js").has(`./${name}.js`), name);
  }
});

test("logins to APIs and those of clients share one module, and load nothing of each other", () => {
  assertOnlyIn("oauth.js", ["oauth/tokens/token-request"]);
  assertOnlyIn("browser.js", ["oauth/browser/loopback", "oauth/browser/open-browser"]);
  assertOnlyIn("api-oauth.js", ["upstream/security/oauth/login"]);
  assertOnlyIn("client-authorization.js", ["client/authorization/server-session", "oauth/dpop"]);
  const ofClients = loadedBy("client-authorization.js");
  for (const name of ["api-oauth", "upstream", "http"]) assert.ok(!ofClients.has(`./${name}.js`));
  assert.ok(!loadedBy("api-oauth.js").has("./client-authorization.js"));
  // Only a login in this process needs Node.
  for (const name of ["oauth.js", "api-oauth.js", "client-authorization.js"]) {
    assert.ok(!loadedBy(name).has("./browser.js"), name);
  }
  for (const name of ["client-http.js", "client.js", "client-process.js"]) {
    for (const other of ["upstream", "oauth", "http"]) {
      assert.ok(!loadedBy(name).has(`./${other}.js`), `${name} loads ${other}.js`);
    }
  }
});

test("client input is loaded with the first request of a handler", () => {
  assertOnlyIn("client-input.js", [
    "server/client-input/push-requester",
    "server/client-input/pushed-rounds",
    "server/client-input/replay-requester",
    "server/client-input/replay-rounds",
    "server/client-input/request-state",
    "server/client-input/client-capabilities",
    "protocol/codec/codec-requests",
  ]);
});

test("contexts of calls are loaded with the first call of a handler, because clients list first", () => {
  assertOnlyIn("calls.js", [
    "server/methods/calls/call-tool",
    "server/client-input/request-context",
    "server/client-input/rounds",
    "server/mounting/mounted-context",
    "server/types/delegating-context",
  ]);
  const loaded = loadedBy("index.js", "calls.js");
  for (const name of [
    "client-input",
    "lazy-methods",
    "middleware",
    "schema",
    "tasks",
    "upstream",
  ]) {
    assert.ok(!loaded.has(`./${name}.js`), name);
  }
});

test("tasks are loaded with the first one that begins or is requested", () => {
  assertOnlyIn("tasks.js", [
    "server/tasks/requests",
    "server/tasks/runner",
    "server/tasks/repository",
    "server/tasks/wait",
    "server/tasks/encoding",
  ]);
});

test("handlers of rare methods are loaded with their first request", () => {
  assertOnlyIn("lazy-methods.js", [
    "server/methods/lazy/complete",
    "server/methods/lazy/get-prompt",
    "server/methods/lazy/listen",
    "server/methods/lazy/read-resource",
    "protocol/codec/codec-results",
  ]);
  // Every client since 2026-07-28 may listen; on stdio it must not wait for the code of HTTP.
  for (const name of ["tasks", "client-input", "http"]) {
    assert.ok(!loadedBy("lazy-methods.js").has(`./${name}.js`), name);
  }
});

test("request monitoring is loaded if requests are logged or measured", () => {
  assertOnlyIn("telemetry.js", [
    "server/monitoring/request-monitor",
    "telemetry/attributes",
    "telemetry/request-log",
    "telemetry/otel-telemetry",
  ]);
});

test("the state in memory is loaded with the first session over HTTP or the first task", () => {
  assertOnlyIn("memory-state.js", [
    "state/memory/events",
    "state/memory/sessions",
    "state/memory/tasks",
  ]);
});

test("the declarations need no package but the types of Node", () => {
  const declarations = readFileSync(path.join(bundle, "index.d.ts"), "utf8");
  const packages = [...declarations.matchAll(/(?:\bfrom|\bimport\()\s*"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    packages.filter((name) => !name?.startsWith("node:")),
    [],
  );
});

test("resources of files and URLs are loaded when one is made, and those of URLs need no files", () => {
  assertOnlyIn("file-sources.js", ["sources/file/file-resource", "sources/file/open-inside"]);
  assertOnlyIn("http-source.js", ["sources/http/http-reader"]);
  const ofUrls = loadedBy("http-source.js");
  assert.ok(!ofUrls.has("./file-sources.js"));
  assert.deepEqual(
    [...ofUrls].filter((name) => name.startsWith("node:")),
    [],
  );
});

test("the server that remembers is loaded when one is made, and SQLite with a file", () => {
  assertOnlyIn("memory-server.js", ["memory-server/memory-server", "memory-server/process-store"]);
  assertOnlyIn("sqlite-memory.js", ["memory-server/sqlite/sqlite-store"]);
  assert.ok(!loadedBy("memory-server.js").has("./sqlite-memory.js"));
});

test("a server on HTTP loads no JSON Schema, no signatures and no other transports", () => {
  const loaded = loadedBy("index.js", "http.js");
  assert.ok(loaded.has("node:http"));
  for (const name of ["schema", "jose", "ws", "sse", "websocket", "adapters", "mock"]) {
    assert.ok(!loaded.has(`./${name}.js`), name);
  }
  assert.ok(!loaded.has("node:crypto"));
});

/** Bytes that every server loads. Of clients it holds errors and factories. */
const coreBytes = 314_500;

test("a server that uses no client loads nothing of it but its errors and factories", () => {
  const core = readFileSync(path.join(bundle, "core.js"), "utf8");
  assert.ok(core.length <= coreBytes * 1.01, `core.js has ${core.length} bytes`);
  const inCore = [...core.matchAll(/^\/\/ ((?:client|compose|oauth)\/\S+)\.js$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    inCore.filter(
      (name) => !/^(?:client\/(?:errors|\w+\/factories)|compose\/|oauth\/)/.test(name!),
    ),
    [],
  );
});

test("no transport of the server loads one of the client, or starts processes", () => {
  const servers = ["http", "sse", "websocket", "adapters", "stream-answer", "upstream", "tasks"];
  for (const name of servers) {
    const loaded = loadedBy("index.js", `${name}.js`);
    assert.ok(!loaded.has("node:child_process"), name);
    const ofClient = [...loaded].filter((each) => /^\.\/(?:client|connect)/.test(each));
    assert.deepEqual(
      ofClient.filter((each) => !/client-(?:input|certificate)/.test(each)),
      [],
      name,
    );
  }
  assert.ok(!loadedBy("stream-answer.js").has("./http.js"));
});

test("a client loads its transport, and no server's", () => {
  for (const name of ["client", "client-http", "client-process", "client-websocket"]) {
    const loaded = loadedBy("index.js", `${name}.js`);
    for (const other of ["http", "sse", "websocket", "adapters", "oauth", "schema", "upstream"]) {
      assert.ok(!loaded.has(`./${other}.js`), `${name} loads ${other}`);
    }
  }
  assert.ok(!loadedBy("index.js", "client-http.js").has("node:child_process"));
  assert.ok(!loadedBy("index.js", "client.js").has("node:http"));
  assertOnlyIn("client-process.js", ["client/process/server-process"]);
  // The library that escapes commands of Windows is loaded there only.
  assertOnlyIn("spawn-windows.js", ["client/process/spawn-windows"]);
  assert.ok(!loadedBy("client-process.js").has("./spawn-windows.js"));
});

test("the runtime's own modules are ASCII: others are read at half the speed", () => {
  const wide = readdirSync(bundle)
    .filter((name) => name.endsWith(".js"))
    .filter((name) => /[^\0-\x7f]/.test(readFileSync(path.join(bundle, name), "utf8")));
  assert.deepEqual(wide, []);
});

/** Each module is in one chunk of the bundle, so modules in this chunk are not in the one that every server loads. */
function assertOnlyIn(chunk: string, modules: readonly string[]): void {
  const text = readFileSync(path.join(bundle, chunk), "utf8");
  for (const name of modules) assert.ok(text.includes(`// ${name}.js\n`), name);
}
