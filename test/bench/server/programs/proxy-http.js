// Our proxy in front of our server. Argument: the revision that it speaks with the server.
import { proxyServer, serveHttp } from "mcp-codegen/runtime";
import { announce } from "./listen.js";
import { startUpstream } from "./upstream.js";

const [protocolVersion] = process.argv.slice(2);
const proxy = proxyServer(await startUpstream(), { client: { protocolVersion } });
const http = await serveHttp(proxy, { port: 0, sessions: false });
announce(new URL(http.url).port);
