import { defined } from "../../protocol/defined.js";
import type { IncomingMessage } from "node:http";
import type { AddressGuard } from "../../contract/address-guard.js";

/**
 * Sends what the platform's `fetch` can't send: GET and HEAD with a body, TRACE, and requests with a client certificate or to a
 * Unix socket. OpenAPI permits them and some APIs need them. Needs `node:http`.
 *
 * @see OpenAPI 3.1 Operation Object, `requestBody`
 */
export async function nodeFetch(
  url: string,
  init: {
    readonly method: string;
    readonly headers: { readonly [name: string]: string };
    readonly body?: string | Uint8Array;
    readonly signal?: AbortSignal;
    /** Opens the connections; default: the platform's agent. */
    readonly agent?: import("node:https").Agent | undefined;
    /** A Unix socket to connect to in place of the URL's host. */
    readonly socketPath?: string | undefined;
    /** Checks the addresses of new connections, also of those that `agent` opens. */
    readonly guard?: AddressGuard;
  },
): Promise<Response> {
  const { protocol, hostname } = new URL(url);
  const { guard } = init;
  guard?.check(hostname);
  const agent = init.agent ?? (await guard?.agentFor(protocol));
  const lookup = await guard?.lookup();
  const { request } = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
  const { Readable } = await import("node:stream");
  const body = init.body ?? "";
  const headers = {
    "User-Agent": "node",
    ...init.headers,
    "Accept-Encoding": "gzip, deflate, br",
    ...defined({ "Content-Length": body.length === 0 ? undefined : lengthOf(body) }),
  };
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, signal, socketPath } = init;
    const options = { method, headers, signal, ...defined({ agent, lookup, socketPath }) };
    request(url, options, resolve).on("error", reject).end(body);
  });
  const status = message.statusCode ?? 0;
  const head = { status, statusText: message.statusMessage ?? "", headers: headersOf(message) };
  if (init.method === "HEAD" || status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, head);
  }
  const { withoutCodings } = await import("./content-coding.js");
  const content = await withoutCodings(message, message.headers["content-encoding"]);
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, head);
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  }
  return headers;
}
