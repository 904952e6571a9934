/** The notes over WebSockets. */
import { serveWebSocket } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

const sockets = await serveWebSocket(notesServer(), { port: Number(process.env.PORT ?? 3000) });
console.error(`The notes are served at ${sockets.url}`);
process.once("SIGTERM", () => void sockets.close());
