/** The notes on standard input and output, for clients that start the server themselves. */
import { serveStdio } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

await serveStdio(notesServer());
