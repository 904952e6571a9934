/** The notes as a web-standard handler: for Deno, Bun and other runtimes that serve `{ fetch }`. */
import { fetchHandler } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

// For a development machine. In production, set `allowedHosts` instead.
const handler = await fetchHandler(notesServer(), { loopback: true, path: "/mcp" });

export default { fetch: (request: Request): Promise<Response> => handler(request) };
