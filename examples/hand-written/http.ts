/** The notes over Streamable HTTP, for clients of every revision. */
import { serveHttp } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

const http = await serveHttp(notesServer(), { port: Number(process.env.PORT ?? 3000) });
console.error(`The notes are served at ${http.url}`);
// Refuses new requests and lets open ones finish.
process.once("SIGTERM", () => void http.close());
