/**
 * `serve.ts plain|class|proxy|proxy-2025`: runs a conformance server on a free port and prints its URL on the first line. A proxy is
 * in front of the plain server, to which it speaks the newest revision, or 2025-11-25.
 */
import { proxyServer, serveHttp, type ProxyServer, type Revision } from "../../runtime/index.js";

const kind = process.argv[2];
const { url } = await serveHttp(await serverOf(kind), { port: 0, path: "/mcp" });
// The suite's check of hosts requires the name `localhost`.
process.stdout.write(`${url.replace("127.0.0.1", "localhost")}\n`);

async function serverOf(name: string | undefined) {
  switch (name) {
    case "class":
      return (await import("./class-server.js")).classServer();
    case "proxy":
      return proxyOf("2026-07-28");
    case "proxy-2025":
      return proxyOf("2025-11-25");
    default:
      return (await import("./server.js")).plainServer();
  }
}

async function proxyOf(protocolVersion: Revision): Promise<ProxyServer> {
  const { plainServer } = await import("./server.js");
  const behind = await serveHttp(plainServer(), { port: 0 });
  return proxyServer(behind.url, { name: "behind", client: { protocolVersion } });
}
