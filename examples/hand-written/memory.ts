/** The notes without a process or a port, for tests. The client is that of the official SDK. */
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { memoryPair, serveTransport } from "mcp-codegen/runtime";
import { notesServer } from "./server.js";

/** Returns a client connected to a notes server of its own. */
export async function notesInMemory(options: ClientOptions = {}): Promise<Client> {
  const [ours, theirs] = memoryPair();
  void serveTransport(notesServer(), theirs);
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(ours);
  return client;
}
