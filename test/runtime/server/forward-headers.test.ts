/** Headers that are forwarded to the API: by an allow-list, and only with the calls of their own caller. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import {
  fetchHandler,
  OpenApiServer,
  type Api,
  type CallContext,
  type OpenApiServerOptions,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { readCommandLine, UsageError } from "../../../runtime/server/program/parse-args.js";
import { record, type Recorder } from "../../unit/upstream/support.js";
import { byText } from "../../support/by-text.js";
import { envelope } from "../../support/peer.js";

const look: Operation<Record<string, never>, unknown> = {
  id: "look",
  request: { method: "GET", path: "/look" },
  input: { type: "object" },
  security: [{ key: [] }],
  expose: { as: "tool", name: "look" },
};

class Shop extends OpenApiServer {
  static override readonly api: Api = {
    name: "shop",
    title: "Shop",
    version: "1",
    servers: [],
    baseUrlEnv: "SHOP_BASE_URL",
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", env: "SHOP_KEY" } },
  };

  look(_input: Record<string, never>, ctx: CallContext): Promise<unknown> {
    return this.call(look, {}, ctx);
  }

  protected override expose(mcp: Registrar): void {
    mcp.add(look, (input, ctx) => this.look(input, ctx));
  }
}

interface World {
  readonly recorder: Recorder;
  /** Calls the tool with these headers and returns its text. */
  call(headers: Record<string, string>): Promise<string>;
}

async function start(t: TestContext, options: OpenApiServerOptions): Promise<World> {
  const recorder = await record(t, ({ headers }, response) => {
    const failed = headers["x-fail"] !== undefined;
    response.writeHead(failed ? 400 : 200).end(`key ${String(headers["x-key"])}`);
  });
  const server = new Shop({ baseUrl: recorder.url, env: {}, ...options });
  const handler = await fetchHandler(server, { loopback: true });
  return {
    recorder,
    async call(headers) {
      const request = new Request("http://127.0.0.1/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "look",
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "look", arguments: {}, _meta: envelope() },
        }),
      });
      const answer = (await (await handler(request)).json()) as {
        result?: { content: [{ text: string }] };
      };
      assert.ok(answer.result, JSON.stringify(answer));
      return answer.result.content[0].text;
    },
  };
}

test("headers on the list go on, others and the client's token never do", async (t) => {
  const { call, recorder } = await start(t, {
    forwardHeaders: ["X-Tenant"],
    env: { SHOP_KEY: "of-the-server" },
  });
  await call({
    "x-tenant": "a",
    "x-other": "b",
    authorization: "Bearer of-the-client",
    cookie: "sid=1",
  });
  const { headers } = recorder.seen[0]!;
  assert.equal(headers["x-tenant"], "a");
  assert.equal(headers["x-key"], "of-the-server");
  for (const name of ["x-other", "authorization", "cookie", "mcp-method"]) {
    assert.equal(headers[name], undefined, name);
  }
});

test("a caller's own key serves the scheme it belongs to, for that caller's calls alone", async (t) => {
  const { call, recorder } = await start(t, { forwardHeaders: ["x-key"] });
  const asked = await Promise.all(["ann-key", "bob-key"].map((key) => call({ "X-Key": key })));
  assert.deepEqual(recorder.seen.map(({ headers }) => headers["x-key"]).sort(byText), [
    "ann-key",
    "bob-key",
  ]);
  assert.equal(asked.length, 2);
  assert.match(await call({}), /A credential is missing, so nothing was sent\..* SHOP_KEY/);
  assert.equal(recorder.seen.length, 2);
});

test("a caller's key wins over the server's, which stays for the others", async (t) => {
  const { call, recorder } = await start(t, {
    forwardHeaders: ["x-key"],
    env: { SHOP_KEY: "of-the-server" },
  });
  await call({ "x-key": "ann-key" });
  await call({});
  await call({ "x-key": "" });
  assert.deepEqual(
    recorder.seen.map(({ headers }) => headers["x-key"]),
    ["ann-key", "of-the-server", "of-the-server"],
  );
});

test("a forwarded key that comes back is hidden", async (t) => {
  const { call } = await start(t, { forwardHeaders: ["x-key", "x-fail"] });
  assert.match(await call({ "x-key": "ann-key", "x-fail": "1" }), /key \[redacted\]/);
  assert.match(await call({ "x-key": "ann-key" }), /key \[redacted\]/);
});

const refused = [
  "Authorization",
  "cookie",
  "Host",
  "connection",
  "Transfer-Encoding",
  "content-length",
  "Accept",
  "DPoP",
  "Mcp-Session-Id",
  "proxy-authorization",
  "a b",
  "x\r\ny",
  "",
];
for (const name of refused) {
  test(`${JSON.stringify(name)} is no header to forward`, () => {
    assert.throws(() => new Shop({ forwardHeaders: [name] }), TypeError);
    assert.throws(() => readCommandLine(["--http", `--forward-header=${name}`], {}), UsageError);
  });
}

test("the command line names headers to forward, over HTTP only", () => {
  const argv = ["--forward-header", "X-Tenant", "--forward-header=x-key"];
  assert.deepEqual(readCommandLine(["--http", ...argv], {}).forwardHeaders, ["x-tenant", "x-key"]);
  assert.throws(() => readCommandLine(argv, {}), UsageError);
});
