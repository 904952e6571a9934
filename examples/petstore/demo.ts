/** Generates the petstore server, starts the API behind it and calls a tool through a real MCP client. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { apiKey, startPetstoreApi } from "./api.js";

const folder = path.dirname(fileURLToPath(import.meta.url));
const cli = path.join(folder, "../../dist/cli/main.js");
const out = mkdtempSync(path.join(tmpdir(), "petstore-"));

const generated = spawnSync(
  process.execPath,
  [cli, "openapi.yaml", "--routes", "routes.yaml", "--out", out],
  { cwd: folder, stdio: "inherit" },
);
if (generated.status !== 0) process.exit(1);

const api = await startPetstoreApi();
const client = new Client({ name: "demo", version: "1.0.0" });
try {
  const { port } = api.address() as AddressInfo;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(out, "dist/main.js")],
      env: {
        MCP_CODEGEN_PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`,
        MCP_CODEGEN_PETSTORE_API_KEY: apiKey,
      },
    }),
  );
  const { tools } = await client.listTools();
  console.log(`\nThe server's tools: ${tools.map((tool) => tool.name).join(", ")}`);

  const call = { name: "createPet", arguments: { name: "Rex", tag: "dog" } };
  console.log(`\nCalling ${call.name} with ${JSON.stringify(call.arguments)}. The answer:`);
  const answer = await client.callTool(call);
  console.log(JSON.stringify(answer.structuredContent ?? answer.content, null, 2));
} finally {
  await client.close();
  api.close();
  rmSync(out, { recursive: true, force: true });
}
