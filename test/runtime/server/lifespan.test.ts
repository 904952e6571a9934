/** Resources that a server holds while it serves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, mcpLifespan, mcpServer, mcpServerOf, mcpTool } from "../../../runtime/index.js";
import type { CallContext } from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";

function held(log: string[]): McpServer {
  const server = new McpServer(
    { name: "held", version: "1.0.0" },
    {
      async *lifespan() {
        log.push("open");
        await Promise.resolve();
        yield { db: "ready" };
        log.push("close");
      },
    },
  );
  server.tool({ name: "look" }, (_input, ctx) => ctx.lifespan);
  return server;
}

test("a lifespan opens before the first handler, once for all clients, and closes with the server", async () => {
  const log: string[] = [];
  const server = held(log);
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const peer = await Peer.connect(server, revision);
    const { content } = await peer.call("look");
    assert.deepEqual(JSON.parse(content[0]?.text ?? ""), { db: "ready" });
    await peer.close();
  }
  assert.deepEqual(log, ["open"]);
  await server.close();
  assert.deepEqual(log, ["open", "close"]);
});

test("a server that can't open says so when it starts, and its clients get no particulars", async () => {
  const server = new McpServer(
    { name: "broken", version: "1.0.0" },
    {
      // oxlint-disable-next-line require-yield
      async *lifespan() {
        await Promise.reject(new Error("no database at secret.example"));
      },
    },
  );
  await assert.rejects(() => server.start(), /no database/);
  const peer = await Peer.connect(server, "2026-07-28");
  const { error } = await peer.request("server/discover");
  assert.equal(error?.code, -32603);
  assert.doesNotMatch(JSON.stringify(error), /secret/);
  await peer.close();
  await server.close();
});

test("a decorated class keeps what it opened in itself, or hands it to its methods", async () => {
  @mcpServer({ name: "clock", version: "1.0.0" })
  class Clock {
    #zone = "";

    @mcpLifespan
    async *hold(): AsyncGenerator<string, void> {
      this.#zone = await Promise.resolve("UTC");
      yield this.#zone;
      this.#zone = "";
    }

    @mcpTool()
    zone(_input: object, ctx: CallContext): string {
      return `${this.#zone} ${String(ctx.lifespan)}`;
    }
  }
  const server = mcpServerOf(new Clock());
  const peer = await Peer.connect(server, "2026-07-28");
  assert.equal((await peer.call("zone")).content[0]?.text, "UTC UTC");
  await peer.close();
  await server.close();
});
