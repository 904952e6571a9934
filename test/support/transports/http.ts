/** A streamable HTTP server of the busy zoo, and requests to it. */
import { after, before, describe } from "node:test";
import { fetchHandler, serveHttp, type HttpServer } from "../../../runtime/index.js";
import { BusyZoo, withApi } from "../servers/zoo-server.js";
import { CheckedFetch } from "../wire/checked-fetch.js";

export const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

export type Handler = (request: Request) => Promise<Response>;

/** Serves one zoo by node:http and by a fetch handler while the tests of a file run. */
export class ServedZoo {
  readonly zoo: BusyZoo = new BusyZoo(options);
  server!: HttpServer;
  handler!: Handler;

  constructor() {
    const http = { maxBodyBytes: 10_000, allowedOrigins: ["http://app.example"], loopback: true };
    before(async () => {
      this.server = await serveHttp(this.zoo, { ...http, port: 0 });
      this.handler = await fetchHandler(this.zoo, http);
    });
    after(() => this.server.close());
  }
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly signal?: AbortSignal;
  /** The body breaks the schema on purpose. */
  readonly malformed?: boolean;
}

/** Sends a request, by default a POST with JSON. The request and its response are checked against the schemas. */
export type Send = (sent: Sent) => Promise<Response>;

/** Declares tests twice: for the node:http server and for the fetch handler. */
export function httpKinds(tests: (send: Send, zoo: BusyZoo) => void): void {
  const served = new ServedZoo();
  for (const kind of ["node:http", "fetch"] as const) {
    describe(kind, () => {
      const checked = new CheckedFetch((request) =>
        kind === "fetch" ? served.handler(request) : fetch(request),
      );
      const send: Send = ({ method = "POST", headers = basic, malformed, ...init }) =>
        checked.fetch(new Request(served.server.url, { method, headers, ...init }), malformed);
      tests(send, served.zoo);
    });
  }
}

/** Headers of a POST request before 2026-07-28. */
export const basic: Record<string, string> = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Headers since 2026-07-28, without those that repeat parts of the body. */
export const modern: Record<string, string> = { ...basic, "mcp-protocol-version": "2026-07-28" };

export const ask = (method: string, params = {}, id: string | number = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export const call = (
  name: string,
  args: unknown = {},
  meta?: object,
  id: string | number = 1,
): string => ask("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) }, id);

/** Posts a body to a URL. The request and its response are checked against the schemas. */
export function post(url: string | URL, body: string): Promise<Response> {
  return new CheckedFetch().fetch(new Request(url, { method: "POST", headers: basic, body }));
}
