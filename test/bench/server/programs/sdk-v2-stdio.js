import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createFactory } from "./sdk-v2.js";

serveStdio(createFactory(Number(process.argv[2])));
