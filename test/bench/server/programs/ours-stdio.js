import { serveStdio } from "mcp-codegen/runtime";
import { createServer } from "./ours.js";

await serveStdio(createServer(Number(process.argv[2])));
