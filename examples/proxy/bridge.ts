/**
 * A bridge from one transport to another. A server with a URL is offered on stdio, for clients that start programs; a server that
 * is a program is offered at a URL:
 *
 *     node --import tsx bridge.ts https://weather.example/mcp
 *     node --import tsx bridge.ts npx -y some-server
 */
import { proxyServer, serve } from "mcp-codegen/runtime";

const [target = "", ...args] = process.argv.slice(2);

if (URL.canParse(target)) {
  await serve(proxyServer(target), { transports: ["stdio"] });
} else {
  const { urls, ended } = await serve(proxyServer([target, ...args]), {
    transports: ["http", "sse", "websocket"],
    port: Number(process.env["PORT"] ?? 3000),
  });
  console.error(`The program is served at ${urls.http}`);
  await ended;
}
