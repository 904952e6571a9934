/** Which HTTP requests become WebSockets, and the answers to those that do not. */
import { ServerResponse } from "node:http";
import {
  plainRefusal,
  type Admission,
  type AdmissionOutcome,
  type PlainAnswer,
  type RequestHead,
} from "../access/admission.js";
import { localAddressOf, remoteAddressOf, type NodeRequest } from "../http/node/exchange.js";
import { subprotocol } from "./websocket-transport.js";

export type RawSocket = import("node:stream").Duplex;

/** Headers by which a client offers to change the protocol. @see RFC 9110, section 7.8; RFC 7540, section 3.2.1 */
const offers = new Set(["upgrade", "http2-settings"]);

export function headOf(request: NodeRequest): RequestHead {
  return {
    method: request.method ?? "",
    url: request.url ?? "/",
    localAddress: localAddressOf(request),
    remoteAddress: remoteAddressOf(request),
    // `headers` keeps only the first value of some headers; a second token must not go unseen.
    header: (name) => request.headersDistinct[name]?.join(", "),
  };
}

/**
 * Checks a request as any HTTP request is checked, since a browser lets every page open a WebSocket to every server.
 *
 * @see MCP 2026-07-28, Streamable HTTP, Security Warning; RFC 6455, section 4.2.2
 */
export async function admitUpgrade(
  admission: Admission,
  head: RequestHead,
): Promise<AdmissionOutcome> {
  if (head.method !== "GET") {
    const reason = "A WebSocket is opened with GET.";
    return { admitted: false, answer: plainRefusal(405, reason, { allow: "GET" }) };
  }
  const outcome = await admission(head);
  if (!outcome.admitted) return outcome;
  const offered = head.header("sec-websocket-protocol");
  // A client that offers only other subprotocols would read our messages as one of those.
  if (offered !== undefined && !offersMcp(offered)) {
    const reason = `The only supported subprotocol is ${subprotocol}.`;
    return { admitted: false, answer: plainRefusal(400, reason, outcome.headers) };
  }
  return outcome;
}

/** Answers an upgrade request with plain HTTP and closes the connection. */
export function refuseUpgrade(request: NodeRequest, socket: RawSocket, answer: PlainAnswer): void {
  socket.on("error", () => socket.destroy());
  if (socket.destroyed) return;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  const connection = socket as import("node:net").Socket;
  response.assignSocket(connection);
  response.once("finish", () => connection.destroySoon());
  const body = answer.body ?? "";
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

/** True when a request wants to become a WebSocket, and not HTTP/2 for example. */
export function wantsWebSocket(request: NodeRequest): boolean {
  return request.headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Makes the server answer a request as if it offered no other protocol, which RFC 9110 permits. With an `upgrade`
 * listener, node:http passes such requests to no other one, not even those of Java clients, which offer HTTP/2.
 */
export function ignoreUpgrade(
  server: { emit(event: string, socket: unknown): unknown },
  request: NodeRequest,
  socket: RawSocket,
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

function offersMcp(offered: string): boolean {
  return offered.split(",").some((each) => each.trim() === subprotocol);
}
