/** WebSocket upgrades that are accepted, refused, or left to other handlers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { test } from "node:test";
import { WebSocket } from "ws";
import { serviceOf, type Authorizer } from "../../../runtime/index.js";
import { attachWebSocket } from "../../../runtime/transports/websocket/attach-websocket.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";
import { listen, stop } from "../../support/loopback.js";
import { gate } from "../../support/servers/locked-zoo.js";
import { BusyZoo } from "../../support/servers/zoo-server.js";
import {
  options,
  serveZoo,
  open,
  ask,
  echo,
  refusedUpgrade,
} from "../../support/transports/websocket.js";

test("a client that offers no subprotocol is served, too", async () => {
  const { server } = await serveZoo();
  const socket = new WebSocket(server.url);
  cleanUp.push(() => socket.terminate());
  await once(socket, "open");
  assert.equal(socket.protocol, "");
  assert.ok((await ask(socket, 1, "tools/call", echo("hi"))).result);
});

test("a refused upgrade has an answer of plain HTTP", async () => {
  const { server } = await serveZoo({
    maxConnections: 1,
    authorizer: gate({ good: {} }),
  });
  const authorization = "Bearer good";
  const rows: [what: string, request: Record<string, string>, status: number][] = [
    ["another page", { authorization, origin: "http://evil.example" }, 403],
    ["another host", { authorization, host: "evil.example" }, 403],
    ["another path", { authorization, path: "/other" }, 404],
    ["another method", { authorization, method: "PUT" }, 405],
    ["another subprotocol", { authorization, "sec-websocket-protocol": "chat, soap" }, 400],
    ["no key", { authorization, "sec-websocket-key": "" }, 400],
    ["a bad token", { authorization: "Bearer bad" }, 401],
    ["no token", {}, 401],
  ];
  for (const [what, request, status] of rows) {
    assert.equal((await refusedUpgrade(server, request)).status, status, what);
  }
  const { headers, body } = await refusedUpgrade(server);
  assert.match(headers["www-authenticate"] ?? "", /^Bearer .*resource_metadata="/);
  assert.doesNotThrow(() => JSON.parse(body));
  const [, metadataPath = ""] = /resource_metadata="http:\/\/[^/]+([^"]+)"/.exec(
    headers["www-authenticate"] ?? "",
  ) ?? [""];
  const http = server.url.replace("ws:", "http:");
  const metadata = await fetch(new URL(metadataPath, http));
  assert.equal(((await metadata.json()) as { resource: string }).resource, "http://127.0.0.1/mcp");
  assert.equal(metadata.headers.get("access-control-allow-origin"), "*");
  assert.equal((await fetch(http)).status, 426);

  // Refused connections do not count against the limit.
  const socket = await open(server, { authorization });
  const full = await refusedUpgrade(server, { authorization });
  assert.equal(full.status, 503);
  assert.ok(full.headers["retry-after"]);
  socket.close();
  await once(socket, "close");
  await eventually(async () => void (await open(server, { authorization })));
});

test("others may use upgrades of the same server", async () => {
  const http = createServer();
  const endpoint = await attachWebSocket(http, serviceOf(new BusyZoo(options)), { path: "/mcp" });
  http.on("upgrade", (request, socket) => {
    if (request.url === "/chat") socket.end("HTTP/1.1 418 Other\r\nconnection: close\r\n\r\n");
  });
  const port = await listen(http);
  cleanUp.push(() => http.close());
  const url = `ws://127.0.0.1:${port}/mcp`;
  assert.equal((await refusedUpgrade({ url }, { path: "/chat" })).status, 418);
  const socket = new WebSocket(`${url}?x=1`, "mcp");
  await once(socket, "open");
  assert.equal(endpoint.connections, 1);
  const closed = once(socket, "close");
  await endpoint.close();
  await closed;
  assert.equal(endpoint.connections, 0);
});

test("upgrade requests for other protocols are answered by the HTTP server as usual", async () => {
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      response.end(JSON.stringify([request.method, request.url, request.headers.upgrade, body]));
    });
  });
  const endpoint = await attachWebSocket(http, serviceOf(new BusyZoo(options)));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => stop(http));
  const { port } = http.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  cleanUp.push(() => socket.destroy());
  const head = (length: number) =>
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n` +
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n";
  // The body arrives with the head, then separately, and again on the same connection.
  socket.write(`${head(3)}one`);
  let got = "";
  socket.on("data", (chunk) => (got += String(chunk)));
  await eventually(() => assert.match(got, /200 OK[^]*\["POST","\/mcp",null,"one"\]/));
  got = "";
  socket.write(head(100_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write("x".repeat(100_000));
  await eventually(() => got.endsWith(`${"x".repeat(1000)}"]`));
  assert.match(got, /^HTTP\/1\.1 200 OK/);
  assert.equal(endpoint.connections, 0);
  await endpoint.close();
});

test("a client that leaves while its token is checked does not count against the limit", async () => {
  const checked: (() => void)[] = [];
  const authorizer: Authorizer = {
    ...gate({}),
    metadataPaths: [],
    authenticate: () =>
      new Promise((resolve) => {
        checked.push(() => resolve({ subject: "mia", scopes: [], claims: {} }));
      }),
  };
  const http = createServer();
  const service = serviceOf(new BusyZoo(options));
  const endpoint = await attachWebSocket(http, service, { authorizer });
  const port = await listen(http);
  cleanUp.push(() => http.close());
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp`, "mcp");
  socket.on("error", () => {});
  await eventually(() => assert.equal(checked.length, 1));
  assert.equal(endpoint.connections, 1);
  socket.terminate();
  checked[0]?.();
  await eventually(() => assert.equal(endpoint.connections, 0));
  // A stopping server does not wait for clients whose token is still being checked.
  const late = new WebSocket(`ws://127.0.0.1:${port}/mcp`, "mcp");
  late.on("error", () => {});
  await eventually(() => assert.equal(checked.length, 2));
  await endpoint.close();
  checked[1]?.();
  await eventually(() => assert.equal(endpoint.connections, 0));
});

test("a port that is taken is refused", async () => {
  const { server } = await serveZoo();
  const port = Number(new URL(server.url).port);
  await assert.rejects(serveZoo({ port }), /EADDRINUSE/);
});
