/** V8 keeps each signal with all that its listeners refer to until the next full collection. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, proxyServer } from "../../../runtime/index.js";
import { connectMemory } from "../../../runtime/compose/connect-memory.js";

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`a call through a proxy of a server of ${protocolVersion} makes no signal`, async () => {
    const remote = new McpServer({ name: "remote", version: "1" });
    remote.tool({ name: "echo" }, () => "said");
    const proxy = proxyServer((options) => connectMemory(remote, { ...options, protocolVersion }));
    await using client = await connectMemory(proxy);
    await client.callTool("echo");
    const { AbortController: Original } = globalThis;
    let made = 0;
    globalThis.AbortController = class extends Original {
      constructor() {
        super();
        made += 1;
      }
    };
    try {
      for (let call = 0; call < 3; call++) {
        const { content } = await client.callTool("echo");
        assert.deepEqual(content, [{ type: "text", text: "said" }]);
      }
      assert.equal(made, 0);
    } finally {
      globalThis.AbortController = Original;
      await proxy.close();
    }
  });
}
