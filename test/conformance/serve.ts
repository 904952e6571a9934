/** `serve.ts plain|class`: a conformance server on a free port; its first line of output is its URL. */
import { serveHttp } from "../../runtime/index.js";

const kind = process.argv[2];
const server =
  kind === "class"
    ? (await import("./class-server.js")).classServer()
    : (await import("./server.js")).plainServer();
const { url } = await serveHttp(server, { port: 0, path: "/mcp" });
// The suite checks what a browser would be told, and takes no other name.
process.stdout.write(`${url.replace("127.0.0.1", "localhost")}\n`);
