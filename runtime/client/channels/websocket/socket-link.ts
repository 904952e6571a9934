import type { HttpClientOptions } from "../../client-options.js";
import { RequestHeaders } from "../http/request-headers.js";

export type SocketLinkOptions = Pick<
  HttpClientOptions,
  "authorization" | "headers" | "maxMessageBytes" | "name" | "signal" | "startTimeoutMs"
>;

const defaultMaxMessageBytes = 32 * 1024 * 1024;
const defaultStartMs = 30_000;

/** What it takes to open a WebSocket, once or again. */
export class SocketLink {
  readonly url: URL;
  /** The server, by the name that the caller gave it. */
  readonly name: string;
  readonly headers: RequestHeaders;
  /** Whether the user gave headers, or an authorization that makes some. */
  readonly hasHeaders: boolean;
  readonly authorization: HttpClientOptions["authorization"];
  readonly maxMessageBytes: number;
  readonly startTimeoutMs: number;
  readonly signal: AbortSignal | undefined;

  /** @throws TypeError for a URL or header that can't be used */
  constructor(url: string | URL, options: SocketLinkOptions) {
    this.url = socketUrl(url);
    this.name = options.name ?? this.url.origin + this.url.pathname;
    this.headers = new RequestHeaders(options.headers, options.authorization);
    this.hasHeaders = (options.headers ?? options.authorization) !== undefined;
    this.authorization = options.authorization;
    this.maxMessageBytes = options.maxMessageBytes ?? defaultMaxMessageBytes;
    this.startTimeoutMs = options.startTimeoutMs ?? defaultStartMs;
    this.signal = options.signal;
  }
}

function socketUrl(given: string | URL): URL {
  if (!URL.canParse(String(given))) {
    throw new TypeError("The URL of the server must be absolute, such as wss://example.com/mcp.");
  }
  const url = new URL(given);
  if (url.protocol !== "ws:" && url.protocol !== "wss:") {
    throw new TypeError(`The URL of a WebSocket must begin with ws: or wss:, not ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("The URL of the server must not hold credentials; give them as a header.");
  }
  url.hash = "";
  return url;
}
