/** The notes as a web-standard handler: for Deno, Bun, and whatever else takes `{ fetch }`. */
import { fetchHandler } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

// On a development machine. Elsewhere say `allowedHosts` instead.
const handler = await fetchHandler(notesServer(), { loopback: true, path: "/mcp" });

export default { fetch: (request: Request): Promise<Response> => handler(request) };
