import type { Environment } from "../contract/environment.js";
import type { FileOptions } from "../contract/file-input.js";
import { atLeast } from "../protocol/limits/check-limit.js";
import type { FixedHeaders } from "./request/header.js";

/** How a server calls its API. */
export interface UpstreamOptions {
  /** Source of the base URL, server variables and credentials; default: `process.env`. */
  readonly env?: Environment;
  /** Replaces the URL of every server, also of operations with their own servers. */
  readonly baseUrl?: string;
  /**
   * Origins such as `https://api.example` to which credentials and forwarded headers may be sent; calls that would send them
   * elsewhere fail. Default: wherever the API's facts say.
   */
  readonly sendTo?: readonly string[];
  /** Sends the requests to the API; default: undici in Node, the platform's fetch elsewhere. */
  readonly fetch?: typeof globalThis.fetch;
  /** Most connections to one origin of the API, in Node; further calls wait for one. Default: 256. */
  readonly maxConnections?: number;
  /** Milliseconds for a call with redirects and body, unless the operation sets its own limit; default: 30,000. */
  readonly timeoutMs?: number;
  /** Largest answer that methods resolve to, in bytes after decompression; default: 10 MiB. */
  readonly maxResponseBytes?: number;
  /**
   * Largest answer, in bytes, that is kept as a resource if it exceeds `maxResponseBytes` or a result; default: 32 MiB. 0
   * keeps none, and results contain whole answers.
   */
  readonly maxKeptBytes?: number;
  /** Number of retries of a call that may be repeated while the API is busy (429, 503); default: 2. */
  readonly retries?: number;
  /**
   * Other origins that redirects may lead to: `files.example.com`, `*.example.com`; default: none. They never get
   * credentials.
   */
  readonly followRedirects?: readonly string[];
  /**
   * Let the document aim at addresses of this computer and its networks, wherever the document comes from; default: false.
   * A base URL that you set may always have such an address.
   */
  readonly allowInternal?: boolean;
  /** Answer from the document's examples and schemas; no request is sent, no credential is needed. */
  readonly mock?: boolean;
  /** Sent with every request but TRACE; they replace all other headers of the same name. */
  readonly headers?: FixedHeaders;
  /** Receives lines about where credentials go that are not known at start; default: nothing is said. */
  readonly tell?: (text: string) => void;
  /** The command in messages that ask for a login; default: this server's program with the argument login. */
  readonly loginCommand?: string;
  /** Files of the server's computer that an argument may name; default: none. */
  readonly files?: FileOptions;
}

/** @throws RangeError for a limit that is too small or not a number */
export function checkLimits(options: UpstreamOptions): void {
  atLeast(1, "maxConnections", options.maxConnections);
  atLeast(1, "timeoutMs", options.timeoutMs);
  atLeast(1, "maxResponseBytes", options.maxResponseBytes);
  atLeast(0, "maxKeptBytes", options.maxKeptBytes);
  atLeast(0, "retries", options.retries);
  atLeast(1, "files.maxBytes", options.files?.maxBytes);
}
