import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { connectHttp } from "../../../runtime/index.js";

test("private answers are not used with other credentials, and public ones are", async (t) => {
  let accepted = "Bearer one";
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      if (request.headers.authorization !== accepted) return response.writeHead(401).end();
      const { id, method } = JSON.parse(text) as { readonly id: number; readonly method: string };
      if (method !== "server/discover") heard.push(method);
      const kept = { resultType: "complete", ttlMs: 60_000 };
      const answers: Record<string, object> = {
        "server/discover": {
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {}, prompts: {} },
        },
        "tools/list": { ...kept, cacheScope: "private", tools: [] },
        "prompts/list": { ...kept, cacheScope: "public", prompts: [] },
        "tools/call": { content: [] },
      };
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  let token = accepted;
  await using client = await connectHttp(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    {
      authorization: {
        headersFor: () => ({ authorization: token }),
        refused: () => {
          token = accepted;
          return Promise.resolve(true);
        },
      },
    },
  );
  const list = async (): Promise<void> => {
    await client.listTools();
    await client.listPrompts();
  };
  await list();
  await list();
  assert.deepEqual(heard, ["tools/list", "prompts/list"]);
  accepted = "Bearer two";
  await client.callTool("x");
  heard.length = 0;
  await list();
  assert.deepEqual(heard, ["tools/list"]);
});
