/** Recipes on servers over HTTP. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { before, test, type TestContext } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { runProcess } from "../../support/run-process.js";
import { openProject, recipe, startApi } from "./project.js";

const project = openProject();
before(() => project.generate("openapi.yaml"));

/** Starts the program of a line on a free port and returns its URL. */
async function serve(
  t: TestContext,
  line: string,
  env: Readonly<Record<string, string>>,
): Promise<URL> {
  const [program, ...words] = line.trim().split(" ");
  assert.equal(program, "node");
  const args = words.map((word) => (word === "3000" ? "0" : word));
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        const found = /http:\/\/\S+\/mcp/.exec(output)?.[0];
        if (found !== undefined) resolve(new URL(found));
      });
    }
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

async function connect(t: TestContext, url: URL, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "recipes", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  t.after(() => client.close());
  return client;
}

test("docs/recipes/per-user-tokens.md", async (t) => {
  const { api, env } = await startApi(t);
  const [line = "", clientFile = ""] = recipe("per-user-tokens");
  const url = await serve(t, line, { ...env, MCP_CODEGEN_PETSTORE_API_KEY: "" });
  const { mcpServers } = JSON.parse(clientFile) as {
    mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
  };
  assert.deepEqual(Object.keys(mcpServers["petstore"]?.headers ?? {}), ["X-Api-Key"]);
  for (const key of ["Ann's", "Ben's"]) {
    const client = await connect(t, url, { "X-Api-Key": key });
    await client.callTool({ name: "createPet", arguments: { name: "Rex" } });
    assert.equal(api.take()[0]?.headers["x-api-key"], key);
  }
  const nobody = await connect(t, url, {});
  const refused = await nobody.callTool({ name: "createPet", arguments: { name: "Rex" } });
  assert.equal(refused.isError, true);
  assert.deepEqual(api.take(), []);
});

test("docs/recipes/serve-http.md", async (t) => {
  const { env } = await startApi(t);
  const [local = "", remote = ""] = recipe("serve-http");
  const open = await connect(t, await serve(t, local, env), {});
  assert.ok((await open.listTools()).tools.length > 0);

  const [makeToken = "", start = ""] = remote.trim().split("\n");
  const made = await runProcess("bash", ["-c", makeToken], { cwd: project.folder });
  assert.equal(made.code, 0, made.stderr);
  const url = await serve(t, start, env);
  assert.equal(await statusOf(url, {}), 401);
  const token = readFileSync(path.join(project.folder, "token"), "utf8").trim();
  assert.notEqual(await statusOf(url, { authorization: `Bearer ${token}` }), 401);
});

/** Posts a request to the name that the server is told to serve, and returns the status. */
function statusOf({ port }: URL, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        headers: { host: "mcp.example.com", "content-type": "application/json", ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }));
  });
}
