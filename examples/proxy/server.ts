/**
 * A desk that offers a clock of its own process and the notes of another server beside its own tool: on stdio, with the
 * argument `net` over all transports of one port.
 */
import path from "node:path";
import {
  mcpServer,
  mcpServerOf,
  mcpTool,
  proxyServer,
  serve,
  type ConnectTarget,
} from "mcp-codegen/runtime";

@mcpServer("/mcp", { name: "desk", version: "1.0.0", transports: ["http", "sse", "websocket"] })
class Desk {
  @mcpTool({ description: "Says who works here." })
  staff(): string {
    return "Ada";
  }
}

@mcpServer({ name: "clock", version: "1.0.0" })
class Clock {
  @mcpTool({ description: "Tells the time." })
  now(): string {
    return new Date().toISOString();
  }
}

/** A URL, or a program that is started. Its credentials would be an option, `client: { headers }`. */
const notes: ConnectTarget = process.env["NOTES_URL"] ?? [
  process.execPath,
  "--import",
  "tsx",
  path.join(import.meta.dirname, "../hand-written/stdio.ts"),
];

const server = mcpServerOf(new Desk(), { logLevel: "info" });
server.mount(new Clock(), { prefix: "clock_" });
server.mount(proxyServer(notes, { name: "notes", filter: { except: ["pin_*"] } }), {
  prefix: "notes_",
});

if (process.argv[2] === "net") {
  const { urls, ended } = await serve(server, { port: Number(process.env["PORT"] ?? 3000) });
  console.error(`The desk is served at ${urls.http}`);
  await ended;
} else {
  await serve(server, { transports: ["stdio"] });
}
