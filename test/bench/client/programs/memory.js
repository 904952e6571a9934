// The server of the measurement in memory, and its transports. The server is ours for every client: its part of the time
// is the same for all.
import { McpServer, memoryPair, serveTransport } from "mcp-codegen/runtime";
import { forecast, listed } from "./answers.js";

export function createServer() {
  const { name, description, inputSchema, outputSchema } = listed;
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.tool({ name, description, input: inputSchema, output: outputSchema }, () => forecast);
  return server;
}

/** Returns the client's end of a pair in memory, whose messages are texts. */
export async function memoryEnd() {
  const [ours, theirs] = memoryPair();
  void serveTransport(createServer(), theirs);
  return ours;
}

/** Returns a transport of the SDKs. */
export async function memoryTransport() {
  const end = await memoryEnd();
  const transport = {
    async start() {
      void end.start({
        message: (text) => transport.onmessage(JSON.parse(text)),
        tooLong() {},
        end() {},
        close: () => transport.onclose?.(),
      });
    },
    async send(message) {
      void end.send(JSON.stringify(message));
    },
    async close() {
      await end.close();
      transport.onclose?.();
    },
  };
  return transport;
}
