// Arguments: the number of tools; `stateless` for a server without sessions.
import { serveHttp } from "mcp-codegen/runtime";
import { announce } from "./listen.js";
import { createServer } from "./ours.js";

const [count, mode] = process.argv.slice(2);
const http = await serveHttp(createServer(Number(count)), {
  port: 0,
  ...(mode === "stateless" && { sessions: false }),
});
announce(new URL(http.url).port);
