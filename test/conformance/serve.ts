/** `serve.ts plain|class`: runs a conformance server on a free port and prints its URL on the first line. */
import { serveHttp } from "../../runtime/index.js";

const kind = process.argv[2];
const server =
  kind === "class"
    ? (await import("./class-server.js")).classServer()
    : (await import("./server.js")).plainServer();
const { url } = await serveHttp(server, { port: 0, path: "/mcp" });
// The suite's check of hosts requires the name `localhost`.
process.stdout.write(`${url.replace("127.0.0.1", "localhost")}\n`);
