// Our server with guards and interceptors around its tools. Arguments: the number of tools; which of those in `around.js`;
// `by-hand` for handlers that call them themselves.
import { serveHttp } from "mcp-codegen/runtime";
import { byHand, five, idle, quick, waiting } from "./around.js";
import { announce } from "./listen.js";
import { createServer } from "./ours.js";

const [count, mode, way] = process.argv.slice(2);
const use = { five, idle, quick, waiting }[mode];
const result = ({ text }) => ({ content: [{ type: "text", text }] });
const server =
  way === "by-hand"
    ? createServer(Number(count), [], (name) => byHand(use, name, result))
    : createServer(Number(count), use);
const http = await serveHttp(server, { port: 0, sessions: false });
announce(new URL(http.url).port);
