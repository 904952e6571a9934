import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpAuthorizationError,
  McpConnectionError,
  McpToolNotFoundError,
  McpTimeoutError,
} from "../../../runtime/client/errors.js";
import type { ManagerEvents } from "../../../runtime/client/manager/manager-model.js";
import { eventually } from "../../support/eventually.js";
import { FakeClient, toolNamed } from "./support/fake-client.js";
import { manage } from "./support/manage.js";

const quick = { attempts: 3, firstMs: 1, mostMs: 5 };

test("a connection that breaks is made again, and calls meanwhile wait for it", async () => {
  const clients: FakeClient[] = [];
  const { manager, opened } = manage(
    { fs: () => (clients.push(new FakeClient("fs")), clients.at(-1)!) },
    { reconnect: quick, client: { retries: 7 } },
  );
  await manager.connectAll();
  const heard: ManagerEvents["reconnecting"][] = [];
  manager.on("reconnecting", (event) => heard.push(event));
  clients[0]!.break("The server died.");
  assert.equal(manager.connection("fs")?.state, "reconnecting");
  assert.equal(manager.connection("fs")?.error?.message, "The server died.");
  assert.deepEqual(manager.toolNames(), ["fs__read", "fs__write"]);
  assert.equal(await manager.callText("fs__read"), "fs:read");
  assert.equal(clients.length, 2);
  assert.deepEqual(clients[1]?.sent, [{ method: "tools/call", name: "read" }]);
  assert.equal(manager.connection("fs")?.error, undefined);
  assert.equal(heard[0]?.attempt, 1);
  assert.equal(heard[0]?.server, "fs");
  assert.deepEqual(
    opened.map((each) => each.options.retries),
    [7, 0],
  );
  await manager.close();
});

test("attempts are bounded; then the server has failed and its tools are gone", async () => {
  const first = new FakeClient("fs");
  let attempts = 0;
  const { manager } = manage(
    { fs: () => (attempts++ === 0 ? first : Promise.reject(new Error("Still down."))) },
    { reconnect: quick },
  );
  await manager.connectAll();
  const failed: string[] = [];
  manager.on("failed", ({ server, error }) => failed.push(`${server}: ${error.message}`));
  first.break();
  await assert.rejects(manager.call("fs__read"), McpConnectionError);
  assert.equal(attempts, 4);
  assert.deepEqual(failed, ["fs: Still down."]);
  assert.equal(manager.connection("fs")?.state, "failed");
  assert.equal(manager.availableToolCount, 0);
  await assert.rejects(manager.call("fs__read"), (error: unknown) => {
    assert.ok(error instanceof McpConnectionError);
    assert.equal(error.message, '"fs" is not connected: Still down.');
    assert.equal(error.server, "fs");
    return true;
  });
  await manager.remove("fs");
  await assert.rejects(manager.call("fs__read"), McpToolNotFoundError);
  await manager.close();
});

test("a server that accepts each connection and breaks it is given up as well", async () => {
  let attempts = 0;
  const { manager } = manage(
    {
      fs: () => {
        attempts++;
        const client = new FakeClient("fs");
        setTimeout(() => client.break(), 1);
        return client;
      },
    },
    { reconnect: { attempts: 3, firstMs: 1, mostMs: 60_000 } },
  );
  await manager.connectAll();
  await eventually(() => manager.connection("fs")?.state === "failed");
  assert.equal(attempts, 4);
  await manager.close();
});

test("a connection is not made again when it can't help, or is not wanted", async () => {
  const given = new FakeClient("given");
  const off = new FakeClient("off");
  const refused = new FakeClient("refused");
  const { manager, opened } = manage(
    { off: () => off, refused: () => refused },
    { reconnect: false },
    { given: given.client, off: "off", refused: "refused" },
  );
  await manager.connectAll();
  given.break();
  off.break();
  refused.emit("close", new McpAuthorizationError("No."));
  assert.deepEqual(
    manager.servers.map((name) => manager.connection(name)?.state),
    ["failed", "failed", "failed"],
  );
  assert.equal(opened.length, 2);
  await assert.rejects(manager.connect("given"), /given as a connection/);
  await manager.connect("off");
  await manager.close();
});

test("disconnecting ends the attempts", async () => {
  const client = new FakeClient("fs");
  const { manager, opened } = manage({ fs: () => client }, { reconnect: { firstMs: 60_000 } });
  await manager.connectAll();
  client.break();
  const call = manager.call("fs__read");
  await manager.disconnect("fs");
  await assert.rejects(call, McpConnectionError);
  assert.equal(opened.length, 1);
  assert.equal(manager.connection("fs")?.state, "disconnected");
  await manager.close();
});

test("a call waits no longer for its server than it is told to", async () => {
  const client = new FakeClient("fs");
  const { manager } = manage({ fs: () => client }, { reconnect: { firstMs: 60_000 } });
  await manager.connectAll();
  client.break();
  await assert.rejects(manager.call("fs__read", {}, { timeoutMs: 5 }), McpTimeoutError);
  const reason = new Error("I changed my mind.");
  await assert.rejects(
    manager.call("fs__read", {}, { signal: AbortSignal.abort(reason) }),
    (error) => error === reason,
  );
  await manager.close();
});

test("revoking while a call waits for its server holds for that call", async () => {
  let release: ((client: FakeClient) => void) | undefined;
  const second = new Promise<FakeClient>((resolve) => (release = resolve));
  const first = new FakeClient("fs");
  const next = new FakeClient("fs");
  let count = 0;
  const { manager } = manage(
    { fs: () => (count++ === 0 ? first : second) },
    { reconnect: quick, grants: ["mcp:fs:*"] },
  );
  await manager.connectAll();
  first.break();
  const call = manager.call("fs__write");
  manager.grants?.revoke("mcp:fs:write");
  release?.(next);
  await assert.rejects(call, /not granted/);
  assert.deepEqual(next.sent, []);
  await manager.close();
});

test("connecting by hand does not wait for the pause", async () => {
  let current = new FakeClient("fs");
  const { manager } = manage({ fs: () => current }, { reconnect: { firstMs: 60_000 } });
  await manager.connectAll();
  const old = current;
  current = new FakeClient("fs");
  old.break();
  await manager.connect("fs");
  assert.equal(manager.connection("fs")?.state, "connected");
  await manager.close();
});

test("a client that the user closes is disconnected, not connected again", async () => {
  const client = new FakeClient("fs");
  const { manager, opened } = manage({ fs: () => client });
  await manager.connectAll();
  await manager.client("fs").close();
  assert.equal(manager.connection("fs")?.state, "disconnected");
  assert.equal(opened.length, 1);
  await manager.close();
});

test("the lists are kept in step with the server, which is asked once for changes in a row", async () => {
  const fs = new FakeClient("fs");
  let lists = 0;
  const list = fs.listTools.bind(fs);
  fs.listTools = () => (lists++, list());
  const { manager } = manage({ fs: () => fs });
  await manager.connectAll();
  const heard: string[][] = [];
  const kinds: string[] = [];
  manager.on("toolsChanged", ({ tools }) => heard.push(tools.map((each) => each.name)));
  manager.on("resourcesChanged", () => kinds.push("resources"));
  manager.on("promptsChanged", () => kinds.push("prompts"));
  fs.tools = [toolNamed("search")];
  fs.resources = [];
  fs.prompts = [];
  for (let time = 0; time < 10; time++) fs.emit("listChanged", "tools");
  fs.emit("listChanged", "resources");
  fs.emit("listChanged", "prompts");
  await eventually(() => heard.length > 0 && kinds.length === 2);
  assert.deepEqual(heard, [["fs__search"]]);
  assert.equal(lists, 2);
  assert.deepEqual(manager.resources(), []);
  assert.deepEqual(manager.prompts(), []);
  await manager.close();
});

test("a list that can't be read again stays as it was", async () => {
  const fs = new FakeClient("fs");
  const { manager, logged } = manage({ fs: () => fs });
  await manager.connectAll();
  fs.listTools = () => Promise.reject(new Error("Busy."));
  fs.emit("listChanged", "tools");
  await eventually(() => logged.some((each) => /can't be listed/.test(each.message)));
  assert.equal(manager.availableToolCount, 2);
  await manager.close();
});

test("resources and prompts tell their server", async () => {
  const { manager } = manage({ fs: () => new FakeClient("fs"), db: () => new FakeClient("db") });
  await manager.connectAll();
  assert.deepEqual(manager.resources(), [
    { uri: "file:///a", name: "a", server: "fs" },
    { uri: "file:///a", name: "a", server: "db" },
  ]);
  assert.deepEqual(manager.prompts(), [
    { name: "greet", server: "fs" },
    { name: "greet", server: "db" },
  ]);
  await manager.readResource("db", "file:///a");
  await manager.getPrompt("db", "greet");
  await manager.close();
});

test("events tell the server, and a handler that throws stops nobody", async () => {
  const fs = new FakeClient("fs");
  const { manager, logged } = manage({ fs: () => fs });
  await manager.connectAll();
  const heard: unknown[] = [];
  manager.on("log", () => {
    throw new Error("Oops.");
  });
  const rejects = (): unknown => Promise.reject(new Error("Later."));
  manager.on("log", rejects);
  const stop = manager.on("log", (event) => heard.push(event));
  manager.on("resourceUpdated", (event) => heard.push(event));
  fs.emit("log", { level: "info", data: "x" });
  fs.emit("resourceUpdated", "file:///a");
  stop();
  fs.emit("log", { level: "info", data: "y" });
  assert.deepEqual(heard, [
    { server: "fs", message: { level: "info", data: "x" } },
    { server: "fs", uri: "file:///a" },
  ]);
  await manager.close();
  const failures = logged.filter(({ message }) =>
    /handler of the event "log" failed/.test(message),
  );
  // Both fail with the first message and with the last.
  assert.equal(failures.length, 4);
});
