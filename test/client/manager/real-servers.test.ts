import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  connectServers,
  nodeHandler,
  McpServer,
  McpPermissionError,
  readServers,
  revisions,
  sseHandler,
} from "../../../runtime/index.js";
import { watchLeaks } from "../../support/client/leaks.js";
import { scripted } from "../../support/client/scripted.js";
import { listen, stop } from "../../support/loopback.js";
import { eventually } from "../../support/eventually.js";

const quiet = { log: () => undefined };

function zoo(name: string): McpServer {
  const server = new McpServer({ name, version: "1.0.0" });
  const input = { type: "object", properties: { animal: { type: "string" } } } as const;
  server.tool({ name: "feed", input }, ({ animal }) => `${name} feeds ${String(animal)}`);
  server.tool({ name: "ask", input: { type: "object" } }, async (_input, ctx) => {
    const answer = await ctx.elicit({
      message: "Which one?",
      requestedSchema: { type: "object", properties: { from: { type: "string" } } },
    });
    return JSON.stringify(answer.content);
  });
  server.resource({ uri: "zoo://map", name: "map" }, () => "a map");
  return server;
}

/** The program of a package from npm. */
function programOf(name: string): string {
  return fileURLToPath(import.meta.resolve(`@modelcontextprotocol/${name}/dist/index.js`));
}

for (const protocolVersion of revisions) {
  test(`servers of this process are managed, at ${protocolVersion}`, async () => {
    const client = {
      protocolVersion,
      elicitation: (_: unknown, { server }: { readonly server: string }) => ({
        action: "accept" as const,
        content: { from: server },
      }),
    };
    await using manager = await connectServers(
      { north: zoo("north"), south: { target: zoo("south") } },
      { ...quiet, client, grants: ["mcp:*:feed", "mcp:south:ask", "mcp:north:resource:zoo://*"] },
    );
    assert.deepEqual(manager.connectedServers, ["north", "south"]);
    assert.deepEqual(manager.toolNames(), [
      "north__feed",
      "north__ask",
      "south__feed",
      "south__ask",
    ]);
    assert.equal(await manager.callText("north__feed", { animal: "cat" }), "north feeds cat");
    await assert.rejects(manager.call("north__ask"), McpPermissionError);
    if (protocolVersion >= "2025-06-18") {
      assert.equal(await manager.callText("south__ask"), '{"from":"south"}');
    }
    const { contents } = await manager.readResource("north", "zoo://map");
    assert.deepEqual("text" in contents[0]! && contents[0].text, "a map");
    await assert.rejects(manager.readResource("south", "zoo://map"), McpPermissionError);
    assert.equal(manager.connection("north")?.serverInfo?.name, "north");
  });
}

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`tools that a server adds and removes are shown and hidden, at ${protocolVersion}`, async () => {
    const server = zoo("zoo");
    await using manager = await connectServers(
      { zoo: server },
      { ...quiet, client: { protocolVersion } },
    );
    const changes: string[][] = [];
    manager.on("toolsChanged", ({ tools }) => changes.push(tools.map((each) => each.tool)));
    const added = server.tool({ name: "wash", input: { type: "object" } }, () => "clean");
    await eventually(() => manager.toolNames().includes("zoo__wash"), 5000);
    assert.equal(await manager.callText("zoo__wash"), "clean");
    added.remove();
    await eventually(() => !manager.toolNames().includes("zoo__wash"), 5000);
    assert.deepEqual(changes, [
      ["feed", "ask", "wash"],
      ["feed", "ask"],
    ]);
  });
}

test("a server that dies is started again, and a call meanwhile waits for it", async () => {
  const nothingLeft = watchLeaks();
  const { server, starts } = scripted();
  {
    await using manager = await connectServers(
      { s: server },
      { ...quiet, reconnect: { firstMs: 10 } },
    );
    manager.registerTools("s", [{ name: "exit-later", inputSchema: { type: "object" } }]);
    await manager.call("s__exit-later");
    await eventually(() => manager.connection("s")?.state === "reconnecting");
    assert.equal(await manager.callText("s__echo", { value: "again" }), "again");
    assert.equal(starts(), 2);
  }
  await nothingLeft();
});

test("a server that can't be started, one that hangs and one that is nowhere disturb no other", async () => {
  const nothingLeft = watchLeaks();
  {
    await using manager = await connectServers(
      {
        good: scripted().server,
        missing: ["/nowhere/server"],
        hangs: { target: scripted("silent-on-discover", "no-initialize").server },
        nowhere: "http://127.0.0.1:9/mcp",
        odd: "server.js",
      },
      { ...quiet, client: { startTimeoutMs: 2000, retries: 0 } },
    );
    assert.deepEqual(manager.connectedServers, ["good"]);
    for (const name of ["missing", "hangs", "nowhere", "odd"]) {
      assert.equal(manager.connection(name)?.state, "failed");
      assert.ok(manager.connection(name)?.error instanceof Error);
    }
    assert.equal(await manager.callText("good__echo", { value: 1 }), "1");
  }
  await nothingLeft();
});

test("servers at URLs get the headers of the configuration, and no other server's", async () => {
  const http = createServer();
  const seen: string[] = [];
  const handlers = {
    "/mcp": await nodeHandler(zoo("streamed")),
    "/sse": await sseHandler(zoo("events"), { ssePath: "/sse" }),
  };
  http.on("request", (request, response) => {
    const path = new URL(request.url ?? "", "http://localhost").pathname;
    seen.push(`${path} ${String(request.headers["x-key"])}`);
    (path === "/mcp" ? handlers["/mcp"] : handlers["/sse"])(request, response);
  });
  const port = await listen(http);
  try {
    const url = `http://127.0.0.1:${port}`;
    const { servers } = await readServers(
      {
        text: JSON.stringify({
          mcpServers: {
            streamed: { type: "http", url: `${url}/mcp`, headers: { "x-key": "${KEY}" } },
            found: { url: `${url}/mcp` },
            events: { type: "sse", url: `${url}/sse` },
          },
        }),
      },
      { env: { KEY: "k3y" } },
    );
    await using manager = await connectServers(servers, quiet);
    assert.deepEqual(manager.connectedServers, ["streamed", "found", "events"]);
    assert.equal(await manager.callText("events__feed", { animal: "cat" }), "events feeds cat");
    assert.equal(await manager.callText("found__feed", { animal: "cat" }), "streamed feeds cat");
    assert.ok(seen.includes("/mcp k3y"));
    assert.ok(seen.includes("/mcp undefined"));
    assert.ok(!seen.some((each) => each.startsWith("/sse k3y")));
  } finally {
    await stop(http);
  }
});

test("servers from npm are read from a configuration, listed and called", async () => {
  const nothingLeft = watchLeaks();
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "many-servers-")));
  try {
    writeFileSync(path.join(folder, "note.txt"), "a note");
    const file = path.join(folder, ".mcp.json");
    const node = process.execPath;
    const configuration = {
      mcpServers: {
        files: {
          command: node,
          args: [programOf("server-filesystem"), "${workspaceFolder}"],
          disabledTools: ["write_*", "edit_*", "move_*"],
        },
        memory: {
          command: node,
          args: [programOf("server-memory")],
          env: { MEMORY_FILE_PATH: "${workspaceFolder}/memory.json" },
        },
        everything: {
          type: "stdio",
          command: node,
          args: [programOf("server-everything"), "stdio"],
        },
      },
    };
    writeFileSync(file, JSON.stringify(configuration));
    const { servers } = await readServers(file);
    await using manager = await connectServers(servers, quiet);
    assert.deepEqual(manager.connectedServers, ["files", "memory", "everything"]);
    assert.equal(manager.tool("files__write_file"), undefined);
    const text = await manager.callText("files__read_text_file", {
      path: path.join(folder, "note.txt"),
    });
    assert.equal(text, "a note");
    assert.match(await manager.callText("everything__echo", { message: "hi" }), /hi/);
    assert.match(await manager.callText("memory__read_graph"), /"entities"/);
    assert.ok(manager.resources().some((each) => each.server === "everything"));
    assert.ok(manager.prompts().some((each) => each.server === "everything"));
  } finally {
    rmSync(folder, { recursive: true });
  }
  await nothingLeft();
});
