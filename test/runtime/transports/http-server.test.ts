/** Streamable HTTP by node:http: paths, bodies that break off, closing, and the port. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { serveHttp } from "../../../runtime/index.js";
import { BusyZoo, withApi, ZooServer } from "../../support/servers/zoo-server.js";
import { ask, basic, call, options, post, ServedZoo } from "../../support/transports/http.js";

const served = new ServedZoo();

test("other paths are not served", async () => {
  const response = await post(new URL("/other", served.server.url), ask("ping"));
  assert.equal(response.status, 404);
});

test("a body that claims to be short and a client that leaves in the middle do no harm", async () => {
  const { port } = new URL(served.server.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
      );
      socket.destroy();
    });
    socket.on("close", () => resolve());
  });
  let chunks = 0;
  const chunked = new ReadableStream<Uint8Array>({
    pull(controller): void {
      controller.enqueue(new Uint8Array(4096).fill(0x20));
      if (++chunks > 10) controller.close();
    },
  });
  const response = await fetch(served.server.url, {
    method: "POST",
    headers: basic,
    body: chunked,
    duplex: "half",
  } as RequestInit);
  assert.equal(response.status, 413);
  await response.text();
  assert.equal((await post(served.server.url, ask("ping"))).status, 200);
});

test("a long answer has its length, whatever characters it has", async () => {
  for (const name of ["a", "é", "😀\u2028"]) {
    const animal = { id: 1, name: name.repeat(30_000) };
    const { options: api } = withApi(() => Response.json(animal));
    const server = new ZooServer({ ...api, maxResponseBytes: 1_000_000 });
    const http = await serveHttp(server, { port: 0 });
    const headers = { ...basic, "mcp-protocol-version": "2025-11-25" };
    const body = call("getAnimal", { id: 1 });
    const answer = await fetch(http.url, { method: "POST", headers, body });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    await http.close();
    assert.equal(answer.headers.get("content-length"), String(bytes.length));
    const { result } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly result: object };
    const text = JSON.stringify(animal);
    // Not compared as values, because a difference would be printed.
    assert.ok(
      JSON.stringify(result) ===
        JSON.stringify({ content: [{ type: "text", text }], structuredContent: animal }),
    );
  }
});

test("closing waits for open requests", async () => {
  const own = await serveHttp(new BusyZoo(options), { port: 0 });
  const open = post(own.url, call("late", { ms: 50 }));
  const arrived = new Promise((resolve) => own.server.once("request", resolve));
  await arrived;
  const closed = own.close();
  assert.equal((await open).status, 200);
  await closed;
  await assert.rejects(post(own.url, ask("ping")));
});

test("a port that is taken is an error to catch", async () => {
  const { port } = new URL(served.server.url);
  await assert.rejects(serveHttp(served.zoo, { port: Number(port) }), /EADDRINUSE/);
});
