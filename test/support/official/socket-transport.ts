/** A WebSocket as a transport of the official SDKs: version 2 has none, and that of version 1 is for clients without headers. */
import { once } from "node:events";
import type { Transport } from "@modelcontextprotocol/client";
import { WebSocket } from "ws";

export class SocketTransport implements Transport {
  onmessage?: NonNullable<Transport["onmessage"]>;
  onclose?: NonNullable<Transport["onclose"]>;
  onerror?: NonNullable<Transport["onerror"]>;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  async start(): Promise<void> {
    this.#socket.on("message", (data: Buffer) => this.onmessage?.(JSON.parse(data.toString())));
    this.#socket.on("close", () => this.onclose?.());
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, "open");
    this.#socket.on("error", (error) => this.onerror?.(error));
  }

  async send(message: unknown): Promise<void> {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
  }
}
