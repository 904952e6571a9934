/** Streamable HTTP: allowed hosts, allowed origins and CORS. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { test } from "node:test";
import { fetchHandler } from "../../../runtime/index.js";
import {
  ask,
  basic,
  call,
  httpKinds,
  ServedZoo,
  type Handler,
  type Sent,
} from "../../support/transports/http.js";
import { CheckedFetch } from "../../support/wire/checked-fetch.js";

httpKinds((send) => {
  test("pages of an allowed origin can read everything", async () => {
    const origin = "http://app.example";
    const preflight = await send({
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "content-type,mcp-session-id,mcp-protocol-version,last-event-id,authorization,mcp-param-x,mcp-param-tenant_id.2,x-other",
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), origin);
    assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /GET, POST, DELETE/);
    const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ") ?? [];
    for (const name of [
      "content-type",
      "mcp-session-id",
      "mcp-protocol-version",
      "last-event-id",
      "authorization",
      "mcp-param-x",
      "mcp-param-tenant_id.2",
    ]) {
      assert.ok(allowed.includes(name), name);
    }
    assert.ok(!allowed.includes("x-other"));
    const sent: [Sent, number][] = [
      [{ headers: { ...basic, origin }, body: ask("ping") }, 200],
      [{ headers: { ...basic, origin }, body: "garbage", malformed: true }, 400],
      [{ headers: { ...basic, origin, accept: "text/html" }, body: "{}", malformed: true }, 406],
      [{ headers: { ...basic, origin }, body: `"${"x".repeat(20_000)}"`, malformed: true }, 413],
      [{ method: "PUT", headers: { ...basic, origin }, body: "{}", malformed: true }, 405],
      [{ headers: { ...basic, origin }, body: call("progress", {}, { progressToken: 1 }) }, 200],
    ];
    for (const [each, status] of sent) {
      const response = await send(each);
      assert.equal(response.status, status);
      assert.equal(response.headers.get("access-control-allow-origin"), origin);
      assert.match(response.headers.get("access-control-expose-headers") ?? "", /Mcp-Session-Id/);
      assert.equal(response.headers.get("vary"), "Origin");
      await response.text();
    }
    const plain = await send({ body: ask("ping") });
    assert.equal(plain.headers.get("access-control-allow-origin"), null);
    await plain.text();
  });
});

const served = new ServedZoo();

test("only loopback names reach a server on loopback", async () => {
  const { port } = new URL(served.server.url);
  for (const [host, status] of [
    [`127.0.0.1:${port}`, 200],
    [`localhost:${port}`, 200],
    [`LOCALHOST`, 200],
    [`[::1]:${port}`, 200],
    ["evil.example", 403],
    [`evil.example:${port}`, 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example", 403],
  ] as const) {
    assert.equal(await statusWithHost(Number(port), host), status, host);
  }
});

test("hosts and origins can be named; elsewhere a page may call the host it came from", async () => {
  const named = await fetchHandler(served.zoo, { allowedHosts: ["mcp.example"] });
  const open = await fetchHandler(served.zoo);
  const status = async (handle: Handler, url: string, origin?: string) => {
    const headers = { ...basic, ...(origin !== undefined && { origin }) };
    const request = new Request(url, { method: "POST", headers, body: ask("ping") });
    return (await new CheckedFetch(handle).fetch(request)).status;
  };
  assert.equal(await status(named, "https://mcp.example/x"), 200);
  assert.equal(await status(named, "https://mcp.example/x", "https://mcp.example"), 200);
  assert.equal(await status(named, "https://other.example/x"), 403);
  assert.equal(await status(open, "https://any.example/x"), 200);
  assert.equal(await status(open, "https://any.example/x", "https://any.example"), 200);
  assert.equal(await status(open, "https://any.example/x", "https://other.example"), 403);
});

function statusWithHost(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...basic, host };
    const request = httpRequest({ port, path: "/mcp", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    request.end(ask("ping"));
  });
}
