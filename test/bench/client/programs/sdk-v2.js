import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { args, tool } from "./answers.js";
import { drive } from "./drive.js";
import { clientInfo, plan } from "./plan.js";

const mode = plan.era === "2025-11-25" ? "legacy" : { pin: plan.era };
const client = new Client(clientInfo, { versionNegotiation: { mode } });
await client.connect(await transport());
// Results are checked by the schemas of tools that were listed.
await client.listTools();
await drive(
  () => client.callTool({ name: tool, arguments: args }),
  () => client.close(),
);

async function transport() {
  if (plan.url) return new StreamableHTTPClientTransport(new URL(plan.url));
  if (plan.command) return new StdioClientTransport(plan);
  const { memoryTransport } = await import("./memory.js");
  return memoryTransport();
}
