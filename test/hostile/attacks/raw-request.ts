/** Writes bytes to a server and returns the statuses of all its answers. */
import { connect } from "node:net";

export interface RawOutcome {
  readonly statuses: readonly number[];
  readonly text: string;
}

/** Resolves when the server closes the connection, or after `patience` milliseconds without a byte. */
export function sendRaw(port: number, bytes: string | Buffer, patience = 400): Promise<RawOutcome> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setTimeout(patience, () => socket.destroy());
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
      resolve({ statuses, text });
    });
    socket.end(bytes, "latin1");
  });
}

/** Returns the bytes of an HTTP/1.1 request. Headers are lines, so that a test may break them. */
export function rawPost(headers: readonly string[], body: string, target = "/mcp"): string {
  return [`POST ${target} HTTP/1.1`, ...headers, "", body].join("\r\n");
}
