/** Checks of the Host and Origin headers, against DNS rebinding and foreign web pages. */
import { safeFields } from "./safe-fields.js";

export interface GuardOptions {
  /** Web origins whose pages may call the server: `https://app.example`. They get CORS headers. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Names under which the server may be addressed, without port. Absent: any, but only loopback names for requests that
   * arrive at a loopback address.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * True: loopback names are accepted, and without `allowedHosts` no others, wherever a request arrives. For handlers that
   * can't tell, such as web-standard ones on a development machine.
   */
  readonly loopback?: boolean;
  /**
   * True: a proxy in front of the server decides who may use it and under which names. Then requests that arrive at a
   * loopback address may name any host, and the server may listen on any address without `allowedHosts` or `authorizer`.
   */
  readonly behindProxy?: boolean;
}

export type Verdict =
  | { readonly allowed: false; readonly reason: string }
  /** Every response must have the headers `cors`. */
  | { readonly allowed: true; readonly cors?: Readonly<Record<string, string>> };

/** Where a request arrived. */
export interface Arrival {
  /** Address of this computer's end of the connection, if it is known; on hosts that tell only the client's, that. */
  readonly localAddress: string | undefined;
  /** Address of the client's end, if it is known. */
  readonly remoteAddress: string | undefined;
}

export type HostGuard = (
  host: string | undefined,
  origin: string | undefined,
  arrival: Arrival,
) => Verdict;

const allowed: Verdict = { allowed: true };

/** @see MCP 2026-07-28, Streamable HTTP, Security Warning */
export function createGuard(options: GuardOptions): HostGuard {
  const origins = new Set(options.allowedOrigins?.map((origin) => origin.replace(/\/$/, "")));
  const hosts = new Set(options.allowedHosts?.map(hostName));
  const isProxied = options.behindProxy === true;
  const isGiven = options.loopback === true && !isProxied;
  const byArrival = !isGiven && !isProxied && hosts.size === 0;
  // Clients send the same Host with each request, so the last one that is accepted everywhere is cached.
  let lastGoodHost: string | undefined;

  const isOnLoopback = (arrival: Arrival): boolean =>
    isGiven || (byArrival && isLoopbackAddress(arrival.localAddress));

  const acceptsHost = (host: string | undefined, arrival: Arrival): boolean => {
    if (host !== undefined && host === lastGoodHost) return true;
    const name = host === undefined ? undefined : hostName(host);
    if (name !== undefined && (hosts.has(name) || ((isGiven || byArrival) && isLoopback(name)))) {
      lastGoodHost = host;
      return true;
    }
    return hosts.size === 0 && !isOnLoopback(arrival);
  };

  const isOwnPage = (page: Page, host: string | undefined, arrival: Arrival): boolean =>
    isOnLoopback(arrival) ? isLoopback(page.name) : page.host === host?.toLowerCase();

  return (host, origin, arrival) => {
    if (!acceptsHost(host, arrival)) {
      return { allowed: false, reason: "The Host header is not allowed." };
    }
    if (origin === undefined) return allowed;
    if (origins.has(origin)) return { allowed: true, cors: corsHeaders(origin) };
    const page = originHost(origin);
    if (page && (hosts.has(page.name) || isOwnPage(page, host, arrival))) return allowed;
    return { allowed: false, reason: "The Origin header is not allowed." };
  };
}

/** Returns the headers of the answer to a preflight request. @see Fetch Standard, CORS protocol */
export function preflightHeaders(
  cors: Readonly<Record<string, string>>,
  requestedHeaders: string | undefined,
): Record<string, string> {
  // A tool may define headers for its arguments.
  const parameters = (requestedHeaders ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name));
  return {
    ...cors,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": [
      "accept",
      "authorization",
      "content-type",
      "dpop",
      "last-event-id",
      "mcp-method",
      "mcp-name",
      "mcp-protocol-version",
      "mcp-session-id",
      ...parameters,
    ].join(", "),
    "access-control-max-age": "600",
  };
}

/** Whether a host name or an address means this computer alone. */
export function isLoopback(name: string): boolean {
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"))
  );
}

/** @see RFC 6890, section 2.2.2; RFC 4291, section 2.5.5.2 for IPv4 addresses of a socket for both families */
export function isLoopbackAddress(address: string | undefined): boolean {
  return (
    address !== undefined &&
    /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3}|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i.test(address)
  );
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    ...safeFields,
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Retry-After",
    vary: "Origin",
  };
}

/** Returns the name in a Host header, in lower case and without the port. */
function hostName(host: string): string {
  return host.replace(/:\d*$/, "").toLowerCase();
}

interface Page {
  readonly name: string;
  /** Name and port. */
  readonly host: string;
}

function originHost(origin: string): Page | undefined {
  if (!URL.canParse(origin)) return undefined;
  const { protocol, hostname, host } = new URL(origin);
  return protocol === "http:" || protocol === "https:" ? { name: hostname, host } : undefined;
}
