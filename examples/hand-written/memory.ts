/** The notes without a process or a port, for tests. The client is that of the official SDK. */
import { Client, type ClientOptions, type Transport } from "@modelcontextprotocol/client";
import { memoryPair, serveTransport } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

/** Returns a client connected to a notes server of its own. */
export async function notesInMemory(options: ClientOptions = {}): Promise<Client> {
  const [ours, theirs] = memoryPair();
  void serveTransport(notesServer(), theirs);
  const transport: Transport = {
    start: async () =>
      ours.start({
        message: (text) => transport.onmessage?.(JSON.parse(text)),
        tooLong: () => {},
        end: () => {},
        close: () => transport.onclose?.(),
      }),
    send: async (message) => ours.send(JSON.stringify(message)),
    close: async () => {
      await ours.close();
      transport.onclose?.();
    },
  };
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(transport);
  return client;
}
