/** Vendor-specific methods, and pings of clients. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientsOf, McpServer, serveHttp, serveTransport } from "../../../runtime/index.js";
import { memoryChannel } from "../../support/wire/channels.js";
import { WireClient } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";

const search = "io.example/search";

function searching(): McpServer {
  const server = new McpServer({ name: "searching", version: "1" });
  server.method({ name: "example.com/echo" }, (params) => ({ heard: params["word"] }));
  server.method({ name: "io.example/run", extension: search }, ({ query }) => ({ found: [query] }));
  return server;
}

test("a method of one's own is answered in both eras", async () => {
  const http = await serveHttp(searching(), { port: 0 });
  try {
    for (const revision of ["2025-11-25", "2026-07-28"] as const) {
      const client = await wireHttp(http.url, { revision });
      const reply = await client.request("example.com/echo", { word: "hi" }, { malformed: true });
      assert.equal(reply.status, 200);
      assert.equal(reply.result?.["heard"], "hi");
    }
  } finally {
    await http.close();
  }
});

test("an extension's method is there for clients that declare the extension", async () => {
  const server = searching();
  const http = await serveHttp(server, { port: 0 });
  try {
    const revision = "2026-07-28";
    const plain = await wireHttp(http.url, { revision });
    const refused = await plain.request("io.example/run", { query: "q" }, { malformed: true });
    assert.equal(refused.status, 400);
    assert.equal(refused.error?.code, -32021);
    const capabilities = { extensions: { [search]: {} } };
    assert.deepEqual(refused.error?.data, { requiredCapabilities: capabilities });
    const declaring = await wireHttp(http.url, { revision, capabilities });
    const discovered = await declaring.request("server/discover");
    const offered = discovered.result?.["capabilities"] as { extensions?: object };
    assert.deepEqual(offered.extensions, { [search]: {} });
    const found = await declaring.request("io.example/run", { query: "q" }, { malformed: true });
    assert.deepEqual(found.result?.["found"], ["q"]);
    const old = await wireHttp(http.url, { revision: "2025-11-25" });
    const unknown = await old.request("io.example/run", { query: "q" }, { malformed: true });
    assert.equal(unknown.error?.code, -32601);
  } finally {
    await http.close();
  }
});

test("the protocol's own methods can't be taken, nor one twice", () => {
  const server = searching();
  for (const name of ["ping", "tools/mine", "tasks/get", "example.com/echo"]) {
    assert.throws(() => server.method({ name }, () => ({})), TypeError, name);
  }
  const registration = server.method({ name: "a/b" }, () => ({}));
  registration.remove();
  server.method({ name: "a/b" }, () => ({}));
});

test("clients with a session are known, and asked for a sign of life", async () => {
  const server = searching();
  const channel = memoryChannel((transport) => serveTransport(server, transport));
  const client = new WireClient(channel, { revision: "2025-06-18" });
  await client.initialize();
  const [connected] = clientsOf(server);
  assert.equal(connected?.protocolVersion, "2025-06-18");
  assert.equal(connected.clientInfo?.name, "wire");
  assert.equal(await connected.ping(), true);
  await client.close();
  assert.deepEqual(clientsOf(server), []);
  assert.equal(await connected.ping(50), false);
});

test("a ping of a session over HTTP uses its stream, and is not sent without one", async () => {
  const server = searching();
  const http = await serveHttp(server, { port: 0 });
  try {
    const client = await wireHttp(http.url, { revision: "2025-11-25" });
    const [connected] = clientsOf(server);
    assert.equal(connected?.sessionId, client.sessionId);
    assert.equal(await connected?.ping(1_000), false);
    const leave = new AbortController();
    const heard = client.messages(await client.get({}, leave.signal));
    const first = heard.next();
    assert.equal(await connected?.ping(), true);
    assert.equal(((await first).value as { method?: string }).method, "ping");
    leave.abort();
    await heard.next().catch(() => {});
  } finally {
    await http.close();
  }
});
