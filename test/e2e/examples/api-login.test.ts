/** The example whose API requires access tokens: with a client's secret, and with a user's login. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { clientId, clientSecret, startOrdersApi } from "../../../examples/api-login/api.js";
import { root } from "../../support/cli.js";
import { exampleCommand, startExample } from "./example-process.js";

/** Returns the environment of a server with an API and no stored login. */
async function environment(t: TestContext): Promise<Record<string, string>> {
  const api = await startOrdersApi();
  const state = mkdtempSync(path.join(tmpdir(), "orders-"));
  t.after(() => {
    api.closeAllConnections();
    api.close();
    rmSync(state, { recursive: true });
  });
  const { port } = api.address() as AddressInfo;
  return { MCP_CODEGEN_ORDERS_BASE_URL: `http://127.0.0.1:${port}`, XDG_STATE_HOME: state };
}

async function connect(t: TestContext, env: Record<string, string>): Promise<Client> {
  const program = await startExample(t, "api-login/server.ts", env, ["--http"]);
  const client = new Client({ name: "examples", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(program.url));
  t.after(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: object = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...args } });
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

/** Runs `server.ts login` and opens the printed page. */
function logIn(env: Record<string, string>): Promise<string> {
  const { command, args } = exampleCommand("api-login/server.ts");
  const child = spawn(command, [...args, "login", "--no-browser"], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  let output = "";
  let isGone = false;
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    const page = /https?:\S+\n/.exec(output)?.[0].trim();
    if (page === undefined || isGone) return;
    isGone = true;
    void fetch(page);
  });
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}

test("api-login: with a client's secret the server gets its tokens itself", async (t) => {
  const env = await environment(t);
  const client = await connect(t, {
    ...env,
    MCP_CODEGEN_ORDERS_SHOP_CLIENT_ID: clientId,
    MCP_CODEGEN_ORDERS_SHOP_CLIENT_SECRET: clientSecret,
  });
  assert.match(await call(client, "placeOrder", { item: "tea" }), /"by":\s*"program"/);
  assert.match(await call(client, "listOrders"), /tea/);
});

test("api-login: a user logs in first, even while the server runs", async (t) => {
  const env = { ...(await environment(t)), MCP_CODEGEN_ORDERS_SHOP_CLIENT_ID: clientId };
  const client = await connect(t, env);
  assert.equal(await call(client, "readStatus"), "open");
  assert.match(await call(client, "listOrders"), /Run node server\.ts login to log in/);
  assert.match(await logIn(env), /Logged in to shop\. The login is renewed automatically\./);
  assert.match(await call(client, "placeOrder", { item: "tea" }), /"by":\s*"user"/);
});
