/** Servers that other computers can reach, and handlers that web pages could reach under another name. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type RequestListener } from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import {
  addWebSocket,
  expressHandler,
  fastifyPlugin,
  fetchHandler,
  honoHandler,
  nodeHandler,
  run,
  serveHttp,
  serveWebSocket,
  sseFetchHandler,
  sseHandler,
} from "../../runtime/index.js";
import { cliPath } from "../support/cli.js";
import { gate } from "../support/servers/locked-zoo.js";
import { BusyZoo, ZooServer, withApi } from "../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
const zoo = (): BusyZoo => new BusyZoo(options);
const folder = mkdtempSync(path.join(os.tmpdir(), "off-loopback-"));
after(() => rmSync(folder, { recursive: true }));

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** Sends a ping, or what `sent` says, to a port of this computer. Resolves with the head of the answer. */
function send(
  port: number,
  headers: Record<string, string>,
  sent: { readonly method?: string; readonly path?: string; readonly body?: string } = {},
): Promise<Reply> {
  const { method = "POST", path: target = "/mcp" } = sent;
  const body = method === "POST" ? (sent.body ?? '{"jsonrpc":"2.0","id":1,"method":"ping"}') : "";
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: "127.0.0.1",
      port,
      method,
      path: target,
      headers: {
        accept: "application/json, text/event-stream",
        ...(method === "POST" && { "content-type": "application/json" }),
        ...headers,
      },
    });
    request.on("response", (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    });
    request.on("upgrade", (response, socket) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      socket.destroy();
    });
    request.on("error", reject);
    request.end(body);
  });
}

interface Listening {
  readonly port: number;
  close(): void;
}

/** Listens on all addresses of both families, so that requests over IPv4 arrive at a mapped address. */
async function onEveryAddress(server: ReturnType<typeof createServer>): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const plain = (listener: RequestListener): Promise<Listening> =>
  onEveryAddress(createServer(listener));

interface Kind {
  readonly sent?: Parameters<typeof send>[2];
  readonly headers?: Record<string, string>;
  readonly good: number;
  open(guard: object): Promise<Listening>;
}

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Every way to serve MCP on a server that something else listens for. */
const behindOthers: Record<string, Kind> = {
  "node:http": { good: 200, open: async (guard) => plain(await nodeHandler(zoo(), guard)) },
  Express: {
    good: 200,
    open: async (guard) => plain(express().all("/mcp", await expressHandler(zoo(), guard))),
  },
  Fastify: {
    good: 200,
    open: async (guard) => {
      const app = Fastify();
      await app.register(fastifyPlugin(zoo(), guard));
      await app.ready();
      return onEveryAddress(app.server);
    },
  },
  "Hono on Node": {
    good: 200,
    open: async (guard) => {
      const app = new Hono().all("/mcp", await honoHandler(zoo(), guard));
      return onEveryAddress(createAdaptorServer(app) as ReturnType<typeof createServer>);
    },
  },
  "fetch on Node": {
    good: 200,
    open: async (guard) => {
      const handler = await fetchHandler(zoo(), guard);
      return onEveryAddress(
        createAdaptorServer({ fetch: handler }) as ReturnType<typeof createServer>,
      );
    },
  },
  "HTTP+SSE": {
    good: 200,
    sent: { method: "GET", path: "/sse" },
    open: async (guard) => plain(await sseHandler(zoo(), guard)),
  },
  WebSocket: {
    good: 101,
    sent: { method: "GET" },
    headers: upgrade,
    open: async (guard) => {
      const server = createServer();
      await addWebSocket(server, zoo(), guard);
      return onEveryAddress(server);
    },
  },
};

for (const [name, { good, sent, headers, open }] of Object.entries(behindOthers)) {
  describe(name, () => {
    const status = async (guard: object, host: string, more = {}): Promise<number> => {
      const listening = await open(guard);
      try {
        return (await send(listening.port, { host, ...headers, ...more }, sent)).status;
      } finally {
        listening.close();
      }
    };

    test("a request that arrives at a loopback address must name a loopback host", async () => {
      assert.equal(await status({}, "evil.example:3000"), 403);
      assert.equal(await status({}, "127.0.0.1.evil.example"), 403);
      assert.equal(await status({}, "localhost:3000"), good);
      assert.equal(await status({}, "127.0.0.1"), good);
      assert.equal(await status({}, "[::1]:3000"), good);
    });

    test("pages of this computer may call it there, and no others", async () => {
      assert.equal(await status({}, "localhost", { origin: "http://evil.example" }), 403);
      assert.equal(await status({}, "localhost", { origin: "http://localhost:5173" }), good);
    });

    test("given hosts, or a proxy that decides, replace the rule", async () => {
      const allowedHosts = ["shop.example"];
      assert.equal(await status({ allowedHosts }, "shop.example"), good);
      assert.equal(await status({ allowedHosts }, "evil.example"), 403);
      assert.equal(await status({ behindProxy: true }, "shop.example"), good);
    });
  });
}

test("a connection that first named a good host gains nothing for another host", async () => {
  const listening = await behindOthers["node:http"]!.open({});
  const statuses = [];
  for (const host of ["localhost", "evil.example", "localhost", "evil.example"]) {
    statuses.push((await send(listening.port, { host })).status);
  }
  assert.deepEqual(statuses, [200, 403, 200, 403]);
  listening.close();
});

describe("web-standard handlers", () => {
  const infos: Record<string, (address: string) => unknown> = {
    "@hono/node-server": (address) => ({ incoming: { socket: { localAddress: address } } }),
    Bun: (address) => ({ requestIP: () => ({ address, family: "IPv4", port: 1 }) }),
    "Hono on Bun": (address) => ({ server: { requestIP: () => ({ address }) } }),
    Deno: (address) => ({ remoteAddr: { transport: "tcp", hostname: address, port: 1 } }),
  };
  for (const [host, infoOf] of Object.entries(infos)) {
    test(`a handler sees from what ${host} tells that a request came to loopback`, async () => {
      const get = { headers: { accept: "text/event-stream" } };
      const handler = await fetchHandler(zoo(), {});
      const sse = await sseFetchHandler(zoo(), { ssePath: "/sse" });
      for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.9.1"]) {
        const evil = new Request("http://evil.example/sse", get);
        assert.equal((await handler(evil, infoOf(address))).status, 403, address);
        assert.equal((await sse(evil, infoOf(address))).status, 403, address);
      }
      const other = new Request("http://shop.example/mcp", get);
      assert.notEqual((await handler(other, infoOf("192.0.2.7"))).status, 403);
      handler.close();
      await sse.close();
    });
  }
});

describe("addresses that others can reach", () => {
  const open = ["0.0.0.0", "::", "", "192.0.2.1", "shop.example", "127.0.0.1.nip.example"];

  for (const host of open) {
    test(`a server at "${host}" refuses to start without hosts or a token`, async () => {
      for (const serve of [serveHttp, serveWebSocket]) {
        await assert.rejects(
          serve(zoo(), { host, port: 0 }),
          (error: Error) =>
            error instanceof TypeError &&
            ["allowedHosts", "authorizer", "behindProxy"].every((name) =>
              error.message.includes(name),
            ),
        );
      }
    });
  }

  test("hosts, an authorizer or a proxy that does both let it start", async () => {
    for (const guard of [
      { allowedHosts: ["shop.example"] },
      { authorizer: gate({}) },
      { behindProxy: true },
    ]) {
      const http = await serveHttp(zoo(), { ...guard, host: "0.0.0.0", port: 0 });
      await http.close();
      const sockets = await serveWebSocket(zoo(), { ...guard, host: "::", port: 0 });
      await sockets.close();
    }
  });

  test("a token does not make other hosts good where a request arrives at loopback", async () => {
    const authorizer = gate({ "a-token": {} });
    const http = await serveHttp(zoo(), { authorizer, host: "0.0.0.0", port: 0 });
    const port = Number(new URL(http.url).port);
    const authorization = "Bearer a-token";
    assert.equal((await send(port, { host: "evil.example", authorization })).status, 403);
    assert.equal((await send(port, { host: "localhost", authorization })).status, 200);
    await http.close();
  });

  for (const host of open) {
    test(`a generated server told to listen at "${host}" says the two ways`, async () => {
      const { said, code } = await refusalOf(["--http", "0", "--host", host]);
      assert.equal(code, 2);
      for (const way of ["--allow-host", "--token-file", "MCP_TOKEN"]) assert.match(said, reg(way));
    });
  }
});

const reg = (text: string): RegExp => new RegExp(text.replaceAll(/[^\w]/g, "\\$&"));

/** Runs a generated server that must not start, in this process. */
async function refusalOf(argv: string[], token?: string): Promise<{ said: string; code: unknown }> {
  const { write } = process.stderr;
  const code = process.exitCode;
  let said = "";
  process.stderr.write = (text: string | Uint8Array): boolean => {
    said += String(text);
    return true;
  };
  if (token !== undefined) process.env["MCP_TOKEN"] = token;
  try {
    await run(ZooServer, { argv, mock: true });
    return { said, code: process.exitCode };
  } finally {
    process.stderr.write = write;
    process.exitCode = code;
    delete process.env["MCP_TOKEN"];
  }
}

describe("the token that clients must send", () => {
  const file = (name: string, text: string, mode = 0o600): string => {
    const at = path.join(folder, name);
    writeFileSync(at, text, { mode });
    // The mode of a new file depends on the process.
    chmodSync(at, mode);
    return at;
  };

  test("a token that could be guessed or can't be sent is refused, and not shown", async () => {
    const bad = ["", "sesame", "sesame-sesame-1", `sesame ${"x".repeat(20)}`, "x".repeat(5000)];
    for (const token of bad) {
      const inFile = file("bad", `${token}\n`);
      for (const { said, code } of [
        await refusalOf(["--http", "0"], token),
        await refusalOf(["--http", "0", "--token-file", inFile], undefined),
      ]) {
        assert.equal(code, 2, said);
        assert.doesNotMatch(said, /sesame|x{9}/);
      }
    }
  });

  test("a file of the token that others can change, or that is no file, is refused", async () => {
    const names = [file("open", "a-long-enough-token", 0o666), folder, path.join(folder, "none")];
    for (const name of names) {
      const { said, code } = await refusalOf(["--http", "0", "--token-file", name]);
      assert.equal(code, 2, said);
      assert.ok(said.includes(name));
    }
  });

  const token = "wb6sJq1-Zk0.long_enough~";
  const from: Record<string, [args: string[], env: object]> = {
    "--token-file": [["--token-file", file("token", `${token}\n`)], {}],
    MCP_TOKEN: [[], { MCP_TOKEN: token }],
  };
  for (const [source, [args, env]] of Object.entries(from)) {
    test(`serve lets in who has the token of ${source}, at any address`, async (t) => {
      const { port, stop } = await startServe(["--host", "0.0.0.0", ...args], env);
      t.after(stop);
      const host = "localhost";
      assert.equal((await send(port, { host })).status, 401);
      assert.equal((await send(port, { host, authorization: `Bearer ${token}` })).status, 200);
      for (const wrong of [`Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
        assert.equal((await send(port, { host, authorization: wrong })).status, 401);
      }
    });
  }

  test("serve takes hosts and origins", async (t) => {
    const guard = ["--allow-host", "shop.example", "--allow-origin", "https://page.example"];
    const { port, stop } = await startServe(["--host", "0.0.0.0", ...guard], {});
    t.after(stop);
    const origin = "https://page.example";
    const reply = await send(port, { host: "shop.example", origin });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers["access-control-allow-origin"], origin);
    assert.equal((await send(port, { host: "evil.example" })).status, 403);
    assert.equal((await send(port, { host: "shop.example", origin: "null" })).status, 403);
  });

  async function startServe(args: string[], env: object) {
    const document = file(
      "zoo.json",
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Zoo", version: "1" },
        servers: [{ url: "https://zoo.invalid" }],
        paths: { "/animals": { get: { operationId: "list", responses: {} } } },
      }),
    );
    const command = [cliPath, "serve", document, "--mock", "--http", "0", ...args];
    const child = spawn(process.execPath, command, { env: { ...process.env, ...env } });
    let said = "";
    const port = await new Promise<number>((resolve, reject) => {
      child.stderr.on("data", (chunk: Buffer) => {
        said += String(chunk);
        const found = /:(\d+)\/mcp/.exec(said);
        if (found) resolve(Number(found[1]));
      });
      child.once("exit", () => reject(new Error(said)));
    });
    assert.ok(!said.includes(token));
    return { port, stop: () => void child.kill() };
  }
});

describe("headers of answers", () => {
  let http: Awaited<ReturnType<typeof serveHttp>>;
  let sse: Listening;
  let sockets: Awaited<ReturnType<typeof serveWebSocket>>;
  const authorizer = gate({ "a-token": {} });
  before(async () => {
    const guard = { authorizer, allowedOrigins: ["https://page.example"], port: 0 };
    http = await serveHttp(zoo(), guard);
    sse = await plain(await sseHandler(zoo(), guard));
    sockets = await serveWebSocket(zoo(), guard);
  });
  after(async () => {
    await http.close();
    sse.close();
    await sockets.close();
  });

  test("no answer may be kept or taken for another type, whatever it says", async () => {
    const host = "localhost";
    const known = { host, authorization: "Bearer a-token" };
    const progress = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "progress", arguments: {}, _meta: { progressToken: 1 } },
    });
    const origin = "https://page.example";
    const rows: [status: number, ...sent: Parameters<typeof send>][] = [
      [200, port(), known],
      [200, port(), { ...known, origin }],
      [200, port(), known, { body: progress }],
      [202, port(), known, { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }],
      [204, port(), { host, origin }, { method: "OPTIONS" }],
      [400, port(), known, { body: "{" }],
      [401, port(), { host }],
      [403, port(), { host: "evil.example" }],
      [404, port(), known, { path: "/other" }],
      [405, port(), known, { method: "PUT" }],
      [406, port(), { ...known, accept: "text/html" }],
      [415, port(), { ...known, "content-type": "text/plain" }],
      [200, sse.port, known, { method: "GET", path: "/sse" }],
      [401, sse.port, { host }, { method: "GET", path: "/sse" }],
      [403, sse.port, { host: "evil.example" }, { method: "GET", path: "/sse" }],
      [404, sse.port, known, { path: "/messages?sessionId=none" }],
      [426, Number(new URL(sockets.url).port), known, { method: "GET" }],
      [401, Number(new URL(sockets.url).port), { host, ...upgrade }, { method: "GET" }],
    ];
    for (const [status, ...sent] of rows) {
      const { headers, status: got } = await send(...sent);
      assert.equal(got, status, JSON.stringify(sent));
      assert.equal(headers["x-content-type-options"], "nosniff", JSON.stringify(sent));
      assert.match(String(headers["cache-control"]), /^no-store(, no-transform)?$/);
    }
    const stream = await send(port(), known, { body: progress });
    assert.match(String(stream.headers["cache-control"]), /no-transform/);
  });

  test("the metadata of the resource may be kept, and not be taken for another type", async () => {
    const metadata = { method: "GET", path: authorizer.metadataPaths[0]! };
    const { headers, status } = await send(port(), { host: "localhost" }, metadata);
    assert.equal(status, 200);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(String(headers["cache-control"]), /^public, max-age/);
  });

  const port = (): number => Number(new URL(http.url).port);
});
