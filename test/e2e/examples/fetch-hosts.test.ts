/** examples/hand-written/fetch.ts on the hosts that it is for. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { root } from "../../support/cli.js";

const example = "examples/hand-written/fetch.ts";
const silent = "test/support/servers/silent-fetch.ts";

/** Arguments before the program. */
const hosts = {
  bun: [],
  // TypeScript in a project of npm: imports end in .js, and packages come from node_modules.
  deno: "serve --port=0 --host=127.0.0.1 --allow-all --no-remote --sloppy-imports --node-modules-dir=manual".split(
    " ",
  ),
};

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Starts the program on a free port. @returns the URL of the server */
function start(t: TestContext, host: keyof typeof hosts, program: string): Promise<URL> {
  const command = path.join(root, "node_modules/.bin", host);
  const child = spawn(command, [...hosts[host], program], {
    cwd: root,
    env: { ...process.env, PORT: "0", NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        const found = /http:\/\/\S+:\d+/.exec(output)?.[0];
        if (found !== undefined) resolve(new URL("/mcp", found));
      });
    }
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${host} ended with ${code}:\n${output}`)));
  });
}

describe("the fetch handler", { concurrency: true }, () => {
  for (const host of Object.keys(hosts) as (keyof typeof hosts)[]) {
    test(`${host}: serves official clients, and bytes that are not UTF-8 are refused`, async (t) => {
      const url = await start(t, host, example);
      const client = new Client({ name: "test", version: "1.0.0" });
      await client.connect(new StreamableHTTPClientTransport(url));
      const { structuredContent } = await client.callTool({
        name: "search_notes",
        arguments: { word: "apples" },
      });
      assert.deepEqual(structuredContent, { titles: ["Groceries", "Garden"], total: 2 });
      const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
      const refused = await fetch(url, { method: "POST", headers, body });
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /The body is not UTF-8\./);
      await client.close();
    });

    test(`${host}: an answer arrives after more silence than the host allows`, async (t) => {
      const url = await start(t, host, silent);
      const params = { name: "wait", arguments: {} };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const response = await fetch(url, { method: "POST", headers, body });
      assert.match(await response.text(), /"text":"Done\."/);
    });
  }
});
