/** Checks of the Host and Origin headers, against DNS rebinding and foreign web pages. */

export interface GuardOptions {
  /** Web origins whose pages may call the server: `https://app.example`. They get CORS headers. */
  readonly allowedOrigins?: readonly string[];
  /** Names under which the server may be addressed, without port. Absent: any, except on loopback. */
  readonly allowedHosts?: readonly string[];
  /** True when the server listens on loopback only: then only loopback names are accepted. */
  readonly loopback?: boolean;
}

export type Verdict =
  | { readonly allowed: false; readonly reason: string }
  /** Every response must have the headers `cors`. */
  | { readonly allowed: true; readonly cors?: Readonly<Record<string, string>> };

export type Guard = (host: string | undefined, origin: string | undefined) => Verdict;

const allowed: Verdict = { allowed: true };

/** @see MCP 2026-07-28, Streamable HTTP, Security Warning */
export function createGuard(options: GuardOptions): Guard {
  const origins = new Set(options.allowedOrigins?.map((origin) => origin.replace(/\/$/, "")));
  const hosts = new Set(options.allowedHosts?.map((host) => host.toLowerCase()));
  const checksHost = options.loopback === true || hosts.size > 0;
  // Clients send the same Host with each request, so the last accepted one is cached.
  let lastGoodHost: string | undefined;

  const isOwnPage = (page: Page, host: string | undefined): boolean =>
    options.loopback === true ? isLoopback(page.name) : page.host === host?.toLowerCase();

  return (host, origin) => {
    if (checksHost && (host === undefined || host !== lastGoodHost)) {
      const name = host === undefined ? undefined : hostName(host);
      const good =
        name !== undefined && (hosts.has(name) || (options.loopback === true && isLoopback(name)));
      if (!good) return { allowed: false, reason: "The Host header is not allowed." };
      lastGoodHost = host;
    }
    if (origin === undefined) return allowed;
    if (origins.has(origin)) return { allowed: true, cors: corsHeaders(origin) };
    const page = originHost(origin);
    if (page && (hosts.has(page.name) || isOwnPage(page, host))) return allowed;
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
    .filter((name) => /^mcp-param-[a-z0-9-]+$/.test(name));
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

export function isLoopback(name: string): boolean {
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "[::1]" ||
    name === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}

function corsHeaders(origin: string): Record<string, string> {
  return {
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
