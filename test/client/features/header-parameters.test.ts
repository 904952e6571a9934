import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import { connectHttp, McpServer, serveHttp } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";

interface Heard {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: IncomingHttpHeaders;
}

type Answer = (heard: Heard) => JsonObject;

/** Serves answers over HTTP, as a server since 2026-07-28 without streams. An answer with `code` is an error. */
async function serve(t: TestContext, answer: Answer): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { id, method, params } = JSON.parse(text) as Heard & { readonly id: number };
      const said = { method, params, headers: request.headers };
      if (method !== "server/discover") heard.push(said);
      const result =
        method === "server/discover"
          ? { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }
          : answer(said);
      const isError = result["code"] !== undefined;
      response.writeHead(isError ? 400 : 200, { "content-type": "application/json" });
      const body = isError ? { error: result } : { result: { resultType: "complete", ...result } };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, heard };
}

function region(header: unknown, name = "find"): JsonObject {
  return {
    name,
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": header } },
    },
  };
}

test("a tool whose x-mcp-header is invalid is left out, with the reason in the log", async (t) => {
  const string = { type: "string", "x-mcp-header": "A" };
  const bad: Record<string, JsonObject> = {
    empty: region("")["inputSchema"] as JsonObject,
    space: region("a b")["inputSchema"] as JsonObject,
    list: region(["A"])["inputSchema"] as JsonObject,
    control: region("a\u0007")["inputSchema"] as JsonObject,
    number: { type: "object", properties: { n: { type: "number", "x-mcp-header": "N" } } },
    twice: { type: "object", properties: { a: string, b: { ...string, "x-mcp-header": "a" } } },
    item: { type: "object", properties: { list: { type: "array", items: string } } },
    choice: { type: "object", oneOf: [{ properties: { a: string } }] },
    root: { type: "object", "x-mcp-header": "A" },
  };
  const tools = Object.entries(bad).map(([name, inputSchema]) => ({ name, inputSchema }));
  const { url } = await serve(t, () => ({ tools: [...tools, region("Region")] }));
  const logged: string[] = [];
  const log: ClientOptions["log"] = ({ message }) => void logged.push(message);
  await using client = await connectHttp(url, { log, name: "zoo" });
  assert.deepEqual(
    (await client.listTools()).map(({ name }) => name),
    ["find"],
  );
  for (const name of Object.keys(bad)) {
    const told = logged.find((message) =>
      message.startsWith(`The tool ${name} of zoo is left out: `),
    );
    assert.ok(told, `${name}: ${logged.join("\n")}`);
  }
});

test("annotated arguments are repeated in headers, encoded where they must be", async (t) => {
  const { url, heard } = await serve(t, ({ method }) =>
    method === "tools/list" ? { tools: [region("Region")] } : { content: [] },
  );
  await using client = await connectHttp(url);
  for (const value of ["eu", "Köln", "", undefined, null]) {
    await client.callTool("find", { region: value });
  }
  const sent = heard.filter(({ method }) => method === "tools/call");
  assert.deepEqual(
    sent.map(({ headers }) => headers["mcp-param-region"]),
    ["eu", "=?base64?S8O2bG4=?=", "=?base64??=", undefined, undefined],
  );
  for (const { headers } of sent) {
    assert.equal(headers["mcp-method"], "tools/call");
    assert.equal(headers["mcp-name"], "find");
  }
});

test("a server that misses a header is asked for its tools again, and called once more", async (t) => {
  let header = "Region";
  const { url, heard } = await serve(t, ({ method, headers }) => {
    if (method === "tools/list") return { tools: [region(header)], ttlMs: 60_000 };
    const isThere = headers[`mcp-param-${header.toLowerCase()}`] !== undefined;
    return isThere ? { content: [] } : { code: -32020, message: "a header is missing" };
  });
  await using client = await connectHttp(url);
  await client.callTool("find", { region: "eu" });
  header = "Area";
  await client.callTool("find", { region: "eu" });
  assert.deepEqual(
    heard.map(({ method }) => method),
    ["tools/list", "tools/call", "tools/call", "tools/list", "tools/call"],
  );
  await assert.rejects(client.callTool("find", {}), /-32020/);
});

test("our own server accepts what the client repeats", async (t) => {
  const server = new McpServer({ name: "zoo", version: "1" });
  server.tool(
    {
      name: "find",
      input: {
        type: "object",
        properties: {
          region: { type: "string", "x-mcp-header": "Region" },
          box: {
            type: "object",
            properties: { size: { type: "integer", "x-mcp-header": "Size" } },
          },
          dry: { type: "boolean", "x-mcp-header": "Dry" },
        },
      },
    },
    (args) => JSON.stringify(args),
  );
  const served = await serveHttp(server, { port: 0 });
  t.after(() => served.close());
  await using client = await connectHttp(served.url);
  for (const args of [
    { region: " a\nb ", box: { size: -3 }, dry: false },
    { region: "=?base64?x?=", box: { size: 9007199254740991 } },
    { box: {} },
  ]) {
    const { content } = await client.callTool("find", args);
    assert.deepEqual(content, [{ type: "text", text: JSON.stringify(args) }]);
  }
});

test("over other transports nothing is repeated, and no tool is left out", async () => {
  const { scripted } = await import("./scripted-server.js");
  const { client } = await scripted("2026-07-28", () => ({ tools: [region("a b")] }));
  assert.equal((await client.listTools()).length, 1);
});
