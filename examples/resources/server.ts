/** A file, a folder and a URL as resources: on stdio, with the argument `net` over Streamable HTTP and WebSocket. */
import path from "node:path";
import {
  directoryResource,
  fileResource,
  httpResource,
  McpServer,
  serve,
} from "mcp-codegen/runtime";

const examples = path.join(import.meta.dirname, "..");
const { PORT, WEATHER_TOKEN, WEATHER_URL } = process.env;

const server = new McpServer({ name: "project", version: "1.0.0" });

// Clients that subscribe hear of each change of the file.
server.resource(
  await fileResource(path.join(examples, "README.md"), { uri: "file:///project/README.md" }),
);

server.resource(
  await directoryResource(path.join(examples, "hand-written"), {
    uri: "file:///project/src/",
    pattern: "**/*.ts",
    recursive: true,
  }),
);

server.resource(
  await httpResource(WEATHER_URL ?? "https://api.example.com/weather", {
    uri: "weather://current",
    name: "current-weather",
    headers: { Authorization: `Bearer ${WEATHER_TOKEN ?? ""}` },
    // Without this, a URL can't lead to this machine or its network.
    allowInternal: WEATHER_URL?.startsWith("http://127.0.0.1:") ?? false,
  }),
);

if (process.argv[2] === "net") {
  const transports = ["http", "websocket"] as const;
  const { urls, ended } = await serve(server, { transports, port: Number(PORT ?? 3000) });
  console.error(`The project is served at ${urls.http}`);
  await ended;
} else {
  await serve(server);
}
