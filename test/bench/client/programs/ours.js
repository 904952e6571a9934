import { connectHttp, connectMemory, connectStdio } from "mcp-codegen/runtime";
import { args, tool } from "./answers.js";
import { drive } from "./drive.js";
import { clientInfo, plan } from "./plan.js";

const client = await connected({ clientInfo, protocolVersion: plan.era });
// As the SDKs' programs do, although here the first call would list the tools itself.
await client.listTools();
await drive(
  () => client.callTool(tool, args),
  () => client.close(),
);

async function connected(options) {
  if (plan.url) return connectHttp(plan.url, options);
  if (plan.command) return connectStdio(plan, options);
  const { createServer } = await import("./memory.js");
  return connectMemory(createServer(), options);
}
