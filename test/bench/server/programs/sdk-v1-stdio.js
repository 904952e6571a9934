import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./sdk-v1.js";

await createServer(Number(process.argv[2])).connect(new StdioServerTransport());
