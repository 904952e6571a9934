import assert from "node:assert/strict";
import { test } from "node:test";
import { McpPermissionError, McpToolNotFoundError } from "../../../runtime/client/errors.js";
import { Capabilities } from "../../../runtime/client/manager/grants/capability-set.js";
import { grantName } from "../../../runtime/client/manager/grants/grant.js";
import { FakeClient } from "./support/fake-client.js";
import { manage } from "./support/manage.js";

const has = (set: Capabilities, server: string, tool: string): boolean => set.has({ server, tool });

test("an empty set denies everything", () => {
  assert.equal(new Capabilities().has("mcp:fs:read_file"), false);
});

test("grants cover what they name: one tool, tools by wildcard, all tools of a server, all tools", () => {
  const one = new Capabilities(["mcp:fs:read_file"]);
  assert.equal(one.has("mcp:fs:read_file", "execute"), true);
  assert.equal(has(one, "fs", "write_file"), false);
  assert.equal(has(one, "fs2", "read_file"), false);
  const some = new Capabilities(["mcp:fs:read_*"]);
  assert.equal(has(some, "fs", "read_file"), true);
  assert.equal(has(some, "fs", "write_read_"), false);
  assert.equal(has(new Capabilities(["mcp:fs:*"]), "fs", "anything"), true);
  assert.equal(has(new Capabilities(["mcp:fs:*"]), "other", "anything"), false);
  assert.equal(has(new Capabilities(["mcp:*:*"]), "other", "anything"), true);
});

test("grants of tools do not cover resources and prompts, nor the other way round", () => {
  const tools = new Capabilities(["mcp:*:*"]);
  assert.equal(tools.has({ server: "fs", resource: "file:///a" }), false);
  assert.equal(tools.has({ server: "fs", prompt: "greet" }), false);
  const others = new Capabilities(["mcp:fs:resource:file:///data/*", "mcp:fs:prompt:*"]);
  assert.equal(others.has("mcp:fs:resource:file:///data/a:b", "read"), true);
  assert.equal(others.has("mcp:fs:resource:file:///etc/passwd"), false);
  assert.equal(others.has("mcp:fs:prompt:greet", "get"), true);
  assert.equal(has(others, "fs", "greet"), false);
  assert.equal(has(others, "fs", "resource:file:///data/a"), false);
  assert.equal(has(others, "fs", "prompt"), false);
});

test("the latest grant or revocation that covers a call decides", () => {
  const set = new Capabilities(["mcp:fs:*"]);
  set.revoke("mcp:fs:write_*");
  assert.equal(has(set, "fs", "write_file"), false);
  assert.equal(has(set, "fs", "read_file"), true);
  set.grant("mcp:fs:write_log");
  assert.equal(has(set, "fs", "write_log"), true);
  assert.equal(has(set, "fs", "write_file"), false);
  assert.deepEqual(set.list(), [
    { name: "mcp:fs:*", permission: "execute", granted: true },
    { name: "mcp:fs:write_*", permission: "execute", granted: false },
    { name: "mcp:fs:write_log", permission: "execute", granted: true },
  ]);
  set.revoke("mcp:*:*");
  assert.deepEqual(set.list(), []);
});

test("a set does not grow when grants are repeated", () => {
  const set = new Capabilities();
  for (let time = 0; time < 100; time++) set.grant("mcp:fs:read").revoke("mcp:fs:read");
  assert.deepEqual(set.list(), []);
  for (let time = 0; time < 100; time++) set.grant("mcp:a:*").revoke("mcp:a:x").grant("mcp:a:x");
  assert.deepEqual(
    set.list().map((each) => each.name),
    ["mcp:a:*", "mcp:a:x"],
  );
});

test("colons, wildcards and backslashes in names never widen a grant", () => {
  const odd = ["*", "a*", "a:b", ":", "\\", "\\*", "a\\:b", "%2A", "\0", "resource:x", ".*", "😀"];
  for (const server of odd) {
    for (const tool of odd) {
      for (const set of [
        new Capabilities([{ server, tool }]),
        new Capabilities([grantName({ server, kind: "tool", name: tool })]),
      ]) {
        assert.equal(has(set, server, tool), true, `${server} ${tool}`);
        for (const other of odd) {
          assert.equal(has(set, server, other), other === tool);
          assert.equal(has(set, other, tool), other === server);
        }
        assert.equal(has(set, "plain", "plain"), false);
      }
    }
  }
});

test("a grant by text that can be read in two ways is refused", () => {
  const set = new Capabilities();
  for (const text of [
    "mcp:a:b:c",
    "mcp:fs",
    "mcp::x",
    "mcp:fs:",
    "fs:read",
    "MCP:fs:read",
    "mcp:fs:prompt:a:b",
    "mcp:fs:read\\",
    "",
  ]) {
    assert.throws(() => set.grant(text), TypeError, text);
  }
  assert.throws(() => set.has("mcp:a:b:c"), TypeError);
  assert.throws(() => set.grant("mcp:fs:read", "read"), /permission "execute" only/);
  assert.throws(() => set.grant({ server: "fs" } as never), TypeError);
  assert.deepEqual(set.list(), []);
});

test("an exact grant never undoes a revocation by wildcard, whatever its name", () => {
  const set = new Capabilities(["mcp:fs:*"]);
  set.revoke("mcp:fs:w*").grant({ server: "fs", tool: "w\0" });
  assert.equal(has(set, "fs", "write"), false);
  assert.equal(has(set, "fs", "w\0"), true);
});

test("parity K: CapabilitySet: mcp:{server}:{tool} execute, PermissionError before the call", async () => {
  const fs = new FakeClient("fs", ["read_file", "write_file"]);
  const { manager } = manage({ fs: () => fs }, { grants: ["mcp:fs:read_file"] });
  await manager.connectAll();
  await manager.call("fs__read_file", {});
  await assert.rejects(manager.call("fs__write_file", {}), (error: unknown) => {
    assert.ok(error instanceof McpPermissionError);
    assert.equal(error.code, 403);
    assert.equal(error.server, "fs");
    assert.deepEqual(error.data, {
      missing: { name: "mcp:fs:write_file", permission: "execute" },
      how: 'grants.grant("mcp:fs:write_file")',
    });
    return true;
  });
  assert.deepEqual(fs.sent, [{ method: "tools/call", name: "read_file" }]);

  manager.grants?.grant("mcp:fs:write_file", "execute");
  await manager.call("fs__write_file", {});
  manager.grants?.revoke("mcp:fs:write_file");
  await assert.rejects(manager.call("fs__write_file", {}), McpPermissionError);
  assert.equal(fs.sent.length, 2);
  await manager.close();
});

test("resources and prompts need grants of their own", async () => {
  const fs = new FakeClient("fs");
  const { manager } = manage(
    { fs: () => fs },
    { grants: ["mcp:*:*", "mcp:fs:resource:file:///data/*"] },
  );
  await manager.connectAll();
  await manager.readResource("fs", "file:///data/x");
  await assert.rejects(manager.readResource("fs", "file:///etc/passwd"), McpPermissionError);
  await assert.rejects(manager.subscribe("fs", "file:///etc/passwd"), McpPermissionError);
  await assert.rejects(manager.getPrompt("fs", "greet"), McpPermissionError);
  assert.deepEqual(fs.sent, [{ method: "resources/read", name: "file:///data/x" }]);
  await manager.close();
});

test("the client that the manager hands out checks grants and filters too", async () => {
  const fs = new FakeClient("fs", ["read", "write", "hidden"]);
  const { manager } = manage(
    { fs: () => fs },
    { grants: ["mcp:fs:read", "mcp:fs:hidden"], toolFilter: { except: ["hidden"] } },
  );
  await manager.connectAll();
  const client = manager.client("fs");
  assert.equal(client.name, "fs");
  await client.callTool("read");
  await assert.rejects(client.callTool("write"), McpPermissionError);
  await assert.rejects(client.callTool("hidden"), McpToolNotFoundError);
  await assert.rejects(client.callTool("unlisted"), McpToolNotFoundError);
  await assert.rejects(client.readResource("file:///a"), McpPermissionError);
  await assert.rejects(client.request("tools/call", { name: "write" }), McpPermissionError);
  assert.deepEqual(
    (await client.listTools()).map((each) => each.name),
    ["read", "write"],
  );
  assert.deepEqual(fs.sent, [{ method: "tools/call", name: "read" }]);
  await manager.close();
});

test("the typed calls of the client that the manager hands out check grants", async () => {
  const fs = new FakeClient("fs", ["read", "write"]);
  const { manager } = manage(
    { fs: () => fs },
    { grants: ["mcp:fs:read", "mcp:fs:resource:file:///a/*", "mcp:fs:prompt:greet"] },
  );
  await manager.connectAll();
  const { calls } = manager.client("fs");
  await calls.content("read", {});
  await calls.resource("file:///a/1");
  await calls.template("file:///{folder}/{name}", { folder: "a", name: "2" });
  await calls.prompt("greet", {});
  const granted = fs.sent.map((each) => each.name);
  assert.deepEqual(granted, ["read", "file:///a/1", "file:///a/2", "greet"]);
  await assert.rejects(calls.content("write", {}), McpPermissionError);
  await assert.rejects(calls.structured("write", {}), McpPermissionError);
  await assert.rejects(calls.value("write", "text", {}), McpPermissionError);
  await assert.rejects(calls.resource("file:///b/1"), McpPermissionError);
  const other = { folder: "b", name: "2" };
  await assert.rejects(calls.template("file:///{folder}/{name}", other), McpPermissionError);
  await assert.rejects(calls.prompt("part", {}), McpPermissionError);
  assert.equal(fs.sent.length, granted.length, "nothing that is not granted was sent");
  await manager.close();
});

test("the typed calls of the client that the manager hands out check filters", async () => {
  const fs = new FakeClient("fs", ["read", "hidden"]);
  const { manager } = manage({ fs: () => fs }, { toolFilter: { except: ["hidden"] } });
  await manager.connectAll();
  const client = manager.client("fs");
  await client.calls.content("read", {});
  await assert.rejects(client.calls.content("hidden", {}), McpToolNotFoundError);
  assert.deepEqual(fs.sent, [{ method: "tools/call", name: "read" }]);
  assert.equal(client.calls, client.calls);
  await manager.close();
});

test("tasks by their ids need a client without grants, which can't tell what such a task called", async () => {
  const { manager } = manage({ fs: () => new FakeClient("fs") }, { grants: ["mcp:fs:*"] });
  await manager.connectAll();
  assert.throws(() => manager.client("fs").task("of another"), McpPermissionError);
  await manager.close();
});

test("without a set everything is allowed, and the log says so once", async () => {
  const fs = new FakeClient("fs");
  const { manager, logged } = manage({ fs: () => fs, other: () => new FakeClient("other") });
  await manager.connectAll();
  await manager.call("fs__write");
  await manager.readResource("fs", "file:///a");
  const said = logged.filter((each) => /No capability set/.test(each.message));
  assert.equal(said.length, 1);
  assert.equal(said[0]?.level, "warn");
  await manager.close();
});

test("a set may be shared by managers", async () => {
  const first = manage({ fs: () => new FakeClient("fs") }, { grants: [] });
  const second = manage({ fs: () => new FakeClient("fs") }, { grants: first.manager.grants ?? [] });
  await second.manager.connectAll();
  await assert.rejects(second.manager.call("fs__read"), McpPermissionError);
  first.manager.grants?.grant("mcp:fs:read");
  await second.manager.call("fs__read");
  await second.manager.close();
});

test("only granted tools are listed when asked for", async () => {
  const { manager } = manage({ fs: () => new FakeClient("fs") }, { grants: ["mcp:fs:read"] });
  await manager.connectAll();
  assert.deepEqual(
    manager.tools({ grantedOnly: true }).map((each) => each.name),
    ["fs__read"],
  );
  assert.equal(manager.tools().length, 2);
  await manager.close();
});
