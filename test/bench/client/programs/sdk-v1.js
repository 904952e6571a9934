import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { args, tool } from "./answers.js";
import { drive } from "./drive.js";
import { clientInfo, plan } from "./plan.js";

const client = new Client(clientInfo);
await client.connect(await transport());
// Results are checked by the schemas of tools that were listed.
await client.listTools();
await drive(
  () => client.callTool({ name: tool, arguments: args }),
  () => client.close(),
);

async function transport() {
  if (plan.url) {
    const { StreamableHTTPClientTransport } =
      await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return new StreamableHTTPClientTransport(new URL(plan.url));
  }
  if (plan.command) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    return new StdioClientTransport(plan);
  }
  const { memoryTransport } = await import("./memory.js");
  return memoryTransport();
}
