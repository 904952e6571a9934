/** URLs as resources. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  connectMemory,
  httpResource,
  McpServer,
  type HttpResourceOptions,
  type McpClient,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { listen, stop } from "../../support/loopback.js";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function connected(
  answer: Answer,
  options: Partial<HttpResourceOptions> = {},
): Promise<McpClient> {
  const api = createServer(answer);
  const port = await listen(api);
  cleanUp.push(() => stop(api));
  return clientOf(`http://127.0.0.1:${port}/it?key=secret-key`, {
    allowInternal: true,
    ...options,
  });
}

async function clientOf(url: string, options: Partial<HttpResourceOptions>): Promise<McpClient> {
  const server = new McpServer({ name: "http", version: "1.0.0" });
  server.resource(await httpResource(url, { uri: "weather://now", ...options }));
  const client = await connectMemory(server);
  cleanUp.push(() => client.close());
  return client;
}

const read = async (client: McpClient) => (await client.readResource("weather://now")).contents;

test("the Content-Type of the answer decides whether it is text, and in which charset", async () => {
  for (const [type, body, expected] of [
    ["application/json", "{}", { mimeType: "application/json", text: "{}" }],
    ["text/plain; charset=latin1", Buffer.from([0xe9]), { mimeType: "text/plain", text: "é" }],
    ["image/png", Buffer.from([1]), { mimeType: "image/png", blob: "AQ==" }],
  ] as const) {
    const client = await connected((_request, response) =>
      response.setHeader("content-type", type).end(body),
    );
    assert.deepEqual(await read(client), [{ uri: "weather://now", ...expected }]);
  }
});

test("name, media type and headers of a URL can be given", async () => {
  const client = await connected(({ headers }, response) => response.end(headers["x-token"]), {
    name: "weather",
    mimeType: "text/markdown",
    headers: { "X-Token": "t" },
  });
  const [listed] = await client.listResources();
  assert.deepEqual(listed, { uri: "weather://now", name: "weather", mimeType: "text/markdown" });
  assert.deepEqual(await read(client), [
    { uri: "weather://now", mimeType: "text/markdown", text: "t" },
  ]);
});

test("loopback, private and link-local addresses are refused, also behind names", async () => {
  for (const host of [
    "127.0.0.1",
    "localhost",
    "10.0.0.1",
    "169.254.169.254",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
  ]) {
    const client = await clientOf(`http://${host}:9/`, {});
    await assert.rejects(read(client), /address that must not be reached/, host);
  }
  const allowed = await clientOf("http://169.254.169.254/", { allowInternal: true });
  await assert.rejects(read(allowed), /address that must not be reached/);
});

test("redirects are followed within the origin only", async () => {
  const client = await connected(({ url }, response) => {
    if (url === "/other") response.setHeader("content-type", "text/plain").end("moved");
    else response.writeHead(302, { location: "/other" }).end();
  });
  assert.equal((await read(client)).length, 1);
  const away = await connected((_request, response) => {
    response.writeHead(307, { location: "http://localhost:1/" }).end();
  });
  await assert.rejects(read(away), /another origin/);
  const circle = await connected((_request, response) => {
    response.writeHead(302, { location: "/again" }).end();
  });
  await assert.rejects(read(circle), /too many redirects/);
});

test("an answer that is too large, packed or not, or too late is refused", async () => {
  const plain = await connected((_request, response) => response.end("x".repeat(1001)), {
    maxBytes: 1000,
  });
  await assert.rejects(read(plain), /limit of 1000 bytes/);
  const packed = await connected(
    (_request, response) =>
      response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(1_000_000))),
    { maxBytes: 10_000 },
  );
  await assert.rejects(read(packed), /limit of 10000 bytes/);
  const late = await connected((_request, response) => void response.write("x"), { timeoutMs: 50 });
  await assert.rejects(read(late), /after 50 ms/);
});

test("errors tell the status, and neither the URL nor headers", async () => {
  const headers = { authorization: "Bearer secret-token" };
  for (const [status, expected] of [
    [500, /status 500/],
    [404, /Resource not found/],
  ] as const) {
    const client = await connected(
      (_request, response) => response.writeHead(status).end("secret"),
      {
        headers,
      },
    );
    await assert.rejects(read(client), (error: Error) => {
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /secret|127/);
      return true;
    });
  }
  await assert.rejects(
    httpResource("http://a.example/", { uri: "a://b", headers: { "x-a": "secret\nmore" } }),
    (error: Error) => error instanceof TypeError && !error.message.includes("secret"),
  );
});

test("a connection that breaks is told in words, with its code", async () => {
  const client = await connected(({ socket }) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"),
  );
  await assert.rejects(
    read(client),
    /can't be fetched: the connection was lost before the answer was complete \(UND_ERR_SOCKET\)/,
  );
});

test("URLs of other schemes and with passwords are refused when the source is made", async () => {
  for (const url of [
    "file:///etc/passwd",
    "ftp://a.example/",
    "http://u:p@a.example/",
    "nonsense",
  ]) {
    await assert.rejects(httpResource(url, { uri: "a://b" }), TypeError, url);
  }
});

test("an answer with an ETag is not fetched again while it is the same", async () => {
  const sent: (string | undefined)[] = [];
  const client = await connected(({ headers }, response) => {
    sent.push(headers["if-none-match"]);
    response.setHeader("etag", '"1"').setHeader("content-type", "text/plain");
    if (headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.end("once");
  });
  const first = await read(client);
  assert.deepEqual(await read(client), first);
  assert.deepEqual(sent, [undefined, '"1"']);
});

test("an answer has one URI, also if that is given with a space or é", async () => {
  const client = await connected((_request, response) => response.end("1"), {
    uri: "weather://in café",
  });
  const encoded = "weather://in%20caf%C3%A9";
  assert.equal((await client.listResources())[0]?.uri, encoded);
  assert.equal((await client.readResource(encoded)).contents[0]?.uri, encoded);
});
