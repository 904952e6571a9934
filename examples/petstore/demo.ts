/** Generates the petstore server, starts the API behind it and calls a tool through a real MCP client. */
import { spawnSync } from "node:child_process";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { apiKey, startPetstoreApi } from "./api.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const [document, routes, out] = [
  "examples/petstore/openapi.yaml",
  "examples/petstore/routes.yaml",
  "out/petstore-mcp",
];
const args = [document, "--routes", routes, "--out", out];

console.log(`1. Generate a server: npx mcp-codegen ${args.join(" ")}\n`);
const cli = path.join(root, "dist/cli/main.js");
const generated = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: "inherit" });
if (generated.status !== 0) process.exit(1);

const api = await startPetstoreApi();
const { port } = api.address() as AddressInfo;
const baseUrl = `http://127.0.0.1:${port}/v1`;
console.log(`\n2. Start the API of the document at ${baseUrl}, and the server with its key.`);
console.log("   The server prints which variable it sends where:\n");
const client = new Client({ name: "demo", version: "1.0.0" });
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(root, out, "dist/main.js")],
      env: { MCP_CODEGEN_PETSTORE_BASE_URL: baseUrl, MCP_CODEGEN_PETSTORE_API_KEY: apiKey },
    }),
  );
  const { tools } = await client.listTools();
  console.log("\n3. Ask the server for its tools, with a client of the official SDK:\n");
  for (const { name, description } of tools) console.log(`   ${name}: ${description}`);

  const call = { name: "createPet", arguments: { name: "Rex", tag: "dog" } };
  console.log(
    `\n4. Call ${call.name} with ${JSON.stringify(call.arguments)}. The answer of the API:\n`,
  );
  const answer = await client.callTool(call);
  console.log(JSON.stringify(answer.structuredContent ?? answer.content, null, 2));
} finally {
  await client.close();
  api.close();
}
console.log(
  `\nThe server stays in ${out}: read ${out}/src/generated/server.ts, then the README.md beside it.`,
);
