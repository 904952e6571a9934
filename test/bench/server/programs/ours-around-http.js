// Our server with ten guards and ten interceptors around its tools. Arguments: the number of tools; `quick`, `waiting`, or
// `waiting-by-hand` for a handler that calls them itself.
import { serveHttp } from "mcp-codegen/runtime";
import { byHand, quick, waiting } from "./around.js";
import { announce } from "./listen.js";
import { createServer } from "./ours.js";

const [count, mode] = process.argv.slice(2);
const result = ({ text }) => ({ content: [{ type: "text", text }] });
const server =
  mode === "waiting-by-hand"
    ? createServer(Number(count), [], (name) => byHand(waiting, name, result))
    : createServer(Number(count), mode === "quick" ? quick : waiting);
const http = await serveHttp(server, { port: 0, sessions: false });
announce(new URL(http.url).port);
