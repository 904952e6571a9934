import type { IncomingMessage } from "node:http";
import type { WebSocket as NodeSocket } from "ws";
import { longestTimerMs } from "../../../protocol/limits/time-limit.js";
import {
  subprotocol,
  type WebSocketLike,
} from "../../../transports/websocket/websocket-transport.js";
import type { AuthorizedClientRequest } from "../../client-options.js";
import { McpConnectionError, McpTimeoutError } from "../../errors.js";
import { brokenConnection, refusedRequest } from "../http/failures.js";
import { secretsOf } from "../http/request-headers.js";
import type { SocketLink } from "./socket-link.js";

/** An open socket, and why it closed once it did. */
export interface OpenSocket {
  readonly socket: WebSocketLike;
  whyClosed(): McpConnectionError | undefined;
}

/** The server answered the upgrade with plain HTTP. */
interface Refused {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** A server may refuse a token, then its scope, then ask for a nonce. */
const maxRefusals = 5;
const shownOfBody = 16 * 1024;

/**
 * Opens a WebSocket with the subprotocol `mcp`. Credentials go into the request that opens it.
 *
 * @throws McpConnectionError, McpTimeoutError; McpAuthorizationError if the server refuses the credentials; the signal's reason
 * @see RFC 6455 section 4.1
 */
export async function openSocket(link: SocketLink): Promise<OpenSocket> {
  if (globalThis.process?.versions?.node === undefined) return openPlatformSocket(link);
  // The upgrade is a request over HTTP, and tokens are for its URL.
  const url = new URL(link.url.href.replace(/^ws/, "http"));
  const request: AuthorizedClientRequest = {
    server: url,
    url,
    method: "GET",
    protocolVersion: undefined,
    signal: link.signal,
  };
  for (let attempt = 0; ; attempt++) {
    link.signal?.throwIfAborted();
    const headers = await link.headers.for(() => request);
    const outcome = await upgrade(link, headers, [subprotocol]);
    if ("socket" in outcome) return outcome;
    const { status, header, text } = outcome;
    const mayPass = status === 401 || status === 403;
    const repeats = mayPass && attempt < maxRefusals ? link.authorization : undefined;
    if (await repeats?.refused(request, { status, header, attempt })) continue;
    throw refusedRequest({ status, header }, text, secretsOf(headers), link);
  }
}

async function upgrade(
  link: SocketLink,
  headers: readonly string[],
  protocols: readonly string[],
): Promise<OpenSocket | Refused> {
  const { WebSocket } = await import("ws");
  const socket = new WebSocket(link.url, [...protocols], {
    headers: asObject(headers),
    maxPayload: link.maxMessageBytes,
    handshakeTimeout: Math.min(link.startTimeoutMs, longestTimerMs),
    // Compressing lets a small message become a large one.
    perMessageDeflate: false,
  });
  const { signal } = link;
  const abort = (): void => socket.terminate();
  signal?.addEventListener("abort", abort);
  try {
    return await outcomeOf(socket, link);
  } catch (error) {
    signal?.throwIfAborted();
    const { message } = error as Error;
    // Some servers don't name the subprotocol that they speak.
    if (protocols.length > 0 && /no subprotocol/i.test(message)) return upgrade(link, headers, []);
    if (/handshake has timed out/i.test(message)) {
      const what = `${link.name} did not open the WebSocket within ${link.startTimeoutMs} ms.`;
      throw new McpTimeoutError(what, { server: link.name, cause: error });
    }
    throw brokenConnection(error as Error, link);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Waits until a socket is open. @throws the error of the socket */
function outcomeOf(socket: NodeSocket, link: SocketLink): Promise<OpenSocket | Refused> {
  let failure: Error | undefined;
  let closing: string | undefined;
  const whyClosed = (): McpConnectionError | undefined =>
    closing === undefined ? undefined : closedError(link, closing, failure);
  socket.on("close", (code, reason) => (closing = closingText(code, reason.toString())));
  return new Promise((resolve, reject) => {
    socket.on("error", (error) => {
      failure = error;
      reject(error);
    });
    socket.once("open", () => resolve({ socket, whyClosed }));
    socket.once("unexpected-response", (_request, response) => {
      void bodyOf(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, header: headerOf(response), text });
        socket.terminate();
      });
    });
  });
}

function closedError(link: SocketLink, closing: string, cause?: Error): McpConnectionError {
  const { name, maxMessageBytes } = link;
  const isTooLong =
    (cause as { code?: unknown } | undefined)?.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
  const what = isTooLong
    ? `sent a message of more than ${maxMessageBytes} bytes, the limit maxMessageBytes. That ends a WebSocket.`
    : `closed the WebSocket ${closing}.`;
  return new McpConnectionError(`${name} ${what}`, { server: name, cause });
}

function closingText(code: number, reason: string): string {
  const said = reason === "" ? "" : ` and the reason ${JSON.stringify(reason)}`;
  // No close frame arrived. @see RFC 6455 section 7.4.1
  return code === 1006 ? "without a close frame: the connection broke" : `with code ${code}${said}`;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      text += chunk;
      if (text.length > shownOfBody) break;
    }
  } catch {
    // What arrived will do.
  }
  return text;
}

function headerOf(response: IncomingMessage): (name: string) => string | undefined {
  return (name) => {
    const value = response.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}

function asObject(list: readonly string[]): Record<string, string> {
  const headers: [string, string][] = [];
  for (let i = 0; i < list.length; i += 2) headers.push([list[i] ?? "", list[i + 1] ?? ""]);
  return Object.fromEntries(headers);
}

/** Opens the WebSocket of a platform that is not Node. It can send no headers. */
export function openPlatformSocket(link: SocketLink): Promise<OpenSocket> {
  if (link.hasHeaders) {
    throw new TypeError("The WebSockets of this platform can send no headers.");
  }
  const { WebSocket } = globalThis as unknown as {
    readonly WebSocket: new (url: string, protocol: string) => WebSocketLike & EventTarget;
  };
  const socket = new WebSocket(link.url.href, subprotocol);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        socket.close();
        const what = `${link.name} did not open the WebSocket within ${link.startTimeoutMs} ms.`;
        reject(new McpTimeoutError(what, { server: link.name }));
      },
      Math.min(link.startTimeoutMs, longestTimerMs),
    );
    socket.addEventListener("open" as "close", () => {
      clearTimeout(timer);
      resolve({ socket, whyClosed: () => undefined });
    });
    // It tells nothing; the close that follows ends the wait.
    socket.addEventListener("error", () => {});
    socket.addEventListener("close", () => {
      clearTimeout(timer);
      reject(new McpConnectionError(`${link.name} opened no WebSocket.`, { server: link.name }));
    });
  });
}
