import type { Revision } from "../../../protocol/revisions.js";
import type { ClientAuthorization, HttpClientOptions } from "../../client-options.js";
import type { HttpSender, NewSender } from "./http-sender.js";
import { RequestHeaders } from "./request-headers.js";

export type HttpLinkOptions = Pick<
  HttpClientOptions,
  "authorization" | "headers" | "maxMessageBytes" | "name" | "requestTimeoutMs" | "startTimeoutMs"
>;

const defaultStartMs = 30_000;
const defaultPatienceMs = 60_000;
const defaultMaxMessageBytes = 32 * 1024 * 1024;

/** What all requests to one server share. */
export class HttpLink {
  /** The server, by the name that the caller gave it. */
  readonly name: string;
  readonly sender: HttpSender;
  readonly headers: RequestHeaders;
  readonly authorization: ClientAuthorization | undefined;
  readonly maxMessageBytes: number;
  /** How long the server may take to hear that the handshake is done. */
  readonly startMs: number;
  /** How long a busy server is waited for at most. A request would time out before a longer wait is over. */
  readonly patienceMs: number;
  /** The URL as the user named it. */
  readonly server: URL;
  /** Where requests go. A permanent redirect changes it. */
  url: URL;
  /** The version of the protocol, if known yet. */
  revision: Revision | undefined;

  /** @throws TypeError for a URL or header that can't be used */
  constructor(url: string | URL, newSender: NewSender, options: HttpLinkOptions = {}) {
    this.server = this.url = serverUrl(url);
    this.name = options.name ?? this.url.origin + this.url.pathname;
    this.headers = new RequestHeaders(options.headers, options.authorization);
    this.authorization = options.authorization;
    this.startMs = options.startTimeoutMs ?? defaultStartMs;
    this.patienceMs = options.requestTimeoutMs ?? defaultPatienceMs;
    this.maxMessageBytes = options.maxMessageBytes ?? defaultMaxMessageBytes;
    this.sender = newSender(this.url);
  }
}

function serverUrl(given: string | URL): URL {
  if (!URL.canParse(String(given))) {
    throw new TypeError("The URL of the server must be absolute, such as https://example.com/mcp.");
  }
  const url = new URL(given);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(
      `The URL of the server must begin with http: or https:, not ${url.protocol}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("The URL of the server must not hold credentials; give them as a header.");
  }
  url.hash = "";
  return url;
}
