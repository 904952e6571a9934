/** Finds the address of a connection in what a web-standard host passes to its handler beside the request. */
import { isObject } from "../../protocol/json.js";

/**
 * Returns the address of an end of the connection that a request came on. Bun and Deno tell only the client's, which is a loopback address exactly
 * when the other one is.
 *
 * - Node with `@hono/node-server`: `{ incoming }`, a request of node:http
 * - Bun: its server, also as `{ server }`
 * - Deno: `{ remoteAddr }`
 */
export function addressFrom(
  info: unknown,
  request: Request,
  end: "localAddress" | "remoteAddress",
): string | undefined {
  if (!isObject(info)) return undefined;
  const { incoming, server = info, remoteAddr } = info;
  if (isObject(incoming)) return textIn(incoming["socket"], end);
  if (remoteAddr !== undefined) return textIn(remoteAddr, "hostname");
  if (!isObject(server) || typeof server["requestIP"] !== "function") return undefined;
  return textIn((server as unknown as BunServer).requestIP(request), "address");
}

interface BunServer {
  requestIP(request: Request): unknown;
}

function textIn(holder: unknown, name: string): string | undefined {
  const value = isObject(holder) ? holder[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
