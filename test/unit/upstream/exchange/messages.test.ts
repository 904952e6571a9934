/** Requests and responses on the wire, as unusual as HTTP allows. */
import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import http from "node:http";
import { test, type TestContext } from "node:test";
import zlib from "node:zlib";
import { eventually } from "../../../support/eventually.js";
import { listen, stop } from "../../../support/loopback.js";
import { messageOf, operation, record, reply, upstream } from "../support.js";

/** An API of bytes: answers the n-th request on each connection, and closes with the test. */
async function serveBytes(
  t: TestContext,
  answer: (socket: Socket, request: number, text: string) => void,
): Promise<{ url: string; readonly connections: number; readonly requests: readonly string[] }> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let count = 0;
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      requests.push(chunk.toString("latin1"));
      answer(socket, (count += 1), chunk.toString("latin1"));
    });
  });
  const port = await listen(server as unknown as http.Server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections;
    },
  };
}

const json = "content-type: application/json\r\n";
const get = operation({});

test("the request says what it accepts and what sends it", async (t) => {
  const { url, seen } = await record(t, reply(200, "text/plain", "x"));
  await upstream(url).call(get, {});
  const { accept, "user-agent": agent } = seen[0]!.headers;
  assert.deepEqual([accept, agent], ["*/*", "node"]);
  assert.match(String(seen[0]!.headers["accept-encoding"]), /gzip, deflate/);
  await upstream(url, { headers: { Range: "bytes=0-1" } }).call(get, {});
  assert.equal(seen[1]!.headers["accept-encoding"], "identity");
});

test("a body has a length, and methods that may have one say that there is none", async (t) => {
  const { url, seen } = await record(t, reply(200, "text/plain", "x"));
  const body = { type: "application/json", fields: ["a"] };
  for (const method of ["POST", "PUT", "GET", "DELETE"]) {
    await upstream(url).call(operation({ method, body }), { a: "é" });
  }
  for (const { headers, body: sent } of seen) {
    assert.equal(headers["content-length"], "10");
    assert.equal(headers["transfer-encoding"], undefined);
    assert.equal(sent, '{"a":"é"}');
  }
  await upstream(url).call(operation({ method: "POST" }), {});
  await upstream(url).call(operation({ method: "GET" }), {});
  assert.deepEqual(
    seen.slice(4).map(({ headers }) => headers["content-length"]),
    ["0", undefined],
  );
});

test("HEAD has no body, also if the API announces one", async (t) => {
  const { url, seen } = await record(t, (_, response) => {
    response.writeHead(200, { "content-length": "5", "content-encoding": "gzip" }).end();
  });
  const answer = await upstream(url).call(operation({ method: "HEAD" }), {});
  assert.deepEqual(answer, { kind: "empty", status: 200 });
  assert.equal(seen[0]!.method, "HEAD");
});

test("interim responses, chunks and trailers are understood", async (t) => {
  const { url } = await serveBytes(t, (socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n");
    socket.write(
      `HTTP/1.1 200 Fine\r\n${json}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n`,
    );
    socket.write('4;ext=1\r\n{"a"\r\n');
    setTimeout(() => socket.write("3\r\n:1}\r\n0\r\nx-sum: 1\r\n\r\n"), 20);
  });
  assert.deepEqual(await upstream(url).call(get, {}), {
    kind: "json",
    status: 200,
    value: { a: 1 },
  });
});

test("a body without a length ends with its connection", async (t) => {
  const { url } = await serveBytes(t, (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\n${json}\r\n{"a":1}`);
  });
  assert.deepEqual(await upstream(url).call(get, {}), {
    kind: "json",
    status: 200,
    value: { a: 1 },
  });
});

test("a body that is shorter than announced is an error", async (t) => {
  const { url } = await serveBytes(t, (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\n${json}content-length: 100\r\n\r\n{"a":1}`);
  });
  const message = await messageOf(() => upstream(url, { retries: 0 }).call(get, {}));
  assert.match(message, /^The call to 127\.0\.0\.1:\d+ failed: the (connection was lost|answer)/);
});

test("what is not HTTP is an error, and names no internals", async (t) => {
  const { url } = await serveBytes(t, (socket) => socket.end("SSH-2.0-OpenSSH_9\r\n"));
  const message = await messageOf(() => upstream(url).call(get, {}));
  assert.match(message, /^The call to 127\.0\.0\.1:\d+ failed: /);
  assert.doesNotMatch(message, /node_modules|at |undefined/);
});

test("header fields that come twice are joined, and their names have no case", async (t) => {
  const { url } = await serveBytes(t, (socket) => {
    socket.write(
      "HTTP/1.1 200 OK\r\nCONTENT-TYPE: text/plain\r\nCache-Control: max-age=60\r\ncache-control: public\r\n" +
        "content-length: 1\r\nconstructor: x\r\n__proto__: y\r\n\r\nx",
    );
  });
  const answer = await upstream(url).call(get, {});
  assert.deepEqual(answer.cache, { ttlMs: 60_000, cacheScope: "public" });
});

test("a call that may be repeated gets over a connection that the API has closed", async (t) => {
  const api = await serveBytes(t, (socket, request) => {
    // The second request arrives on a connection that the API gives up in this moment.
    if (request > 1) socket.destroy();
    else socket.write(`HTTP/1.1 200 OK\r\n${json}content-length: 2\r\n\r\n{}`);
  });
  const up = upstream(api.url);
  for (let call = 0; call < 3; call += 1) {
    assert.equal((await up.call(get, {})).status, 200);
  }
  assert.equal(api.connections, 3);
});

test("a redirect whose body never ends is followed", async (t) => {
  const { url } = await record(t, (one, response) => {
    if (one.target === "/x") response.writeHead(302, { location: "/y" }).write("wait");
    else response.end("there");
  });
  const answer = await upstream(url).call(get, {});
  assert.equal(answer.kind === "text" && answer.text, "there");
});

test("cancelled calls close their connections", async (t) => {
  let open = 0;
  const { url } = await record(t, (_, response) => {
    open += 1;
    response.on("close", () => (open -= 1));
    response.writeHead(200, { "content-type": "text/plain" }).write("x");
  });
  const controllers = Array.from({ length: 20 }, () => new AbortController());
  const up = upstream(url);
  const calls = controllers.map(({ signal }) =>
    up.call(get, {}, { signal }).catch((error: Error) => error.message),
  );
  await eventually(() => assert.equal(open, 20));
  for (const controller of controllers) controller.abort(new Error("enough"));
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(["enough"]));
  await eventually(() => assert.equal(open, 0));
});

for (const [coding, encode, what] of [
  ["gzip", zlib.gzipSync, "gzip"],
  ["x-gzip", zlib.gzipSync, "gzip by its old name"],
  ["deflate", zlib.deflateSync, "deflate"],
  ["deflate", zlib.deflateRawSync, "deflate without its format"],
  ["br", zlib.brotliCompressSync, "brotli"],
] as const) {
  test(`a body in ${what} is decoded`, async (t) => {
    const { url } = await record(t, (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": coding });
      const bytes = encode('{"a":"é"}');
      response.write(bytes.subarray(0, 3));
      setTimeout(() => response.end(bytes.subarray(3)), 10);
    });
    const answer = await upstream(url).call(get, {});
    assert.deepEqual(answer, { kind: "json", status: 200, value: { a: "é" } });
  });
}

test("codings in a row are decoded, and too many are refused", async (t) => {
  let times = 3;
  const { url } = await record(t, (_, response) => {
    const codings = Array<string>(times).fill("gzip").join(", ");
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": codings });
    let bytes: Buffer = Buffer.from("x");
    for (let round = 0; round < times; round += 1) bytes = zlib.gzipSync(bytes);
    response.end(bytes);
  });
  assert.equal((await upstream(url).call(get, {})).kind, "text");
  times = 12;
  const message = await messageOf(() => upstream(url).call(get, {}));
  assert.match(message, /codings|content-encodings/);
});

test("damaged compression is an error in words", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
    response.end(Buffer.from("this is not gzip at all"));
  });
  const message = await messageOf(() => upstream(url).call(get, {}));
  assert.match(message, /failed: the compressed answer is damaged \(Z_DATA_ERROR\)/);
});

test("a decompression bomb is read up to the limit only", async (t) => {
  const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  const { url } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip, gzip" });
    response.end(bomb);
  });
  const up = upstream(url, { maxResponseBytes: 100_000, maxKeptBytes: 0 });
  const before = process.memoryUsage().arrayBuffers;
  const message = await messageOf(() => up.call(get, {}));
  assert.match(message, /larger than the limit of 100000 bytes/);
  assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024);
});

test("no value of an argument or option can add a header field", async (t) => {
  const { url, seen } = await record(t);
  const params = [
    { in: "header", name: "X-A" },
    { in: "cookie", name: "sid" },
    { in: "query", name: "q" },
    { in: "path", name: "id" },
  ] as const;
  const evil = "a\r\nX-Evil: 1\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n";
  const call = operation({ path: "/r/{id}", params });
  for (const name of ["X-A", "sid", "q", "id"]) {
    await messageOf(() => upstream(url).call(call, { id: "1", [name]: evil }));
  }
  await messageOf(() => upstream(url, { headers: { "X-B": evil } }).call(get, {}));
  await messageOf(() => upstream(url, { headers: { [evil]: "1" } }).call(get, {}));
  for (const { headers, target } of seen) {
    assert.equal(headers["x-evil"], undefined);
    assert.doesNotMatch(target, /^\/evil/);
  }
});

test("a large body arrives whole", async (t) => {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.end("x".repeat(2_000_000));
  });
  const port = await listen(server);
  t.after(() => stop(server));
  const answer = await upstream(`http://127.0.0.1:${port}`).call(get, {});
  assert.equal(answer.kind === "text" && answer.text.length, 2_000_000);
});
