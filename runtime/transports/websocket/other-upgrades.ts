import type { NodeRequest } from "../node-request.js";

/** Headers by which a client offers to change the protocol. @see RFC 9110, section 7.8; RFC 7540, section 3.2.1 */
const offers = new Set(["upgrade", "http2-settings"]);

/** True when a request wants to become a WebSocket, and not HTTP/2 for example. */
export function wantsWebSocket(request: NodeRequest): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Lets a server answer a request as if it had offered no other protocol, as RFC 9110 lets it do. Once a server has a
 * listener for upgrades, node:http keeps such requests from all others, among them those of clients in Java, which
 * offer HTTP/2 with the first request.
 */
export function ignoreUpgrade(
  server: { emit(event: string, socket: unknown): unknown },
  request: NodeRequest,
  socket: import("node:stream").Duplex,
  head: Buffer,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    const value = rawHeaders[i + 1] ?? "";
    const key = name.toLowerCase();
    if (key === "connection") lines.push(`${name}: ${withoutOffers(value)}`);
    else if (!offers.has(key)) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  // To the server it looks like a new connection.
  server.emit("encrypted" in socket ? "secureConnection" : "connection", socket);
}

function withoutOffers(connection: string): string {
  const kept = connection.split(",").filter((each) => !offers.has(each.trim().toLowerCase()));
  return kept.length > 0 ? kept.join(",") : "keep-alive";
}
