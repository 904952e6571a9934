/** Starts the peers' server on each transport. */
import { createServer } from "node:http";
import path from "node:path";
import { fetchHandler, serveHttp, sseHandler } from "../../../runtime/index.js";
import { root } from "../../support/cli.js";
import { listen } from "../../support/loopback.js";
import { CheckedFetch } from "../../support/wire/checked-fetch.js";
import { runTypeScript } from "../../support/typescript/flags.js";
import { peerServer } from "./peer-server.js";

export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** One running server, for one client. */
export type Endpoint =
  | { readonly kind: "stdio"; readonly command: string; readonly args: string[] }
  | { readonly kind: "sse"; readonly url: URL; close(): Promise<void> }
  | {
      readonly kind: "http";
      readonly url: URL;
      readonly fetch: FetchLike;
      /** All requests so far, for example `POST tools/call`. */
      readonly requests: string[];
      close(): Promise<void>;
    };

export const stdioEndpoint: Endpoint = {
  kind: "stdio",
  command: process.execPath,
  args: [...runTypeScript, path.join(root, "test/e2e/peers/peer-main.ts")],
};

export async function httpEndpoint(): Promise<Endpoint> {
  const server = await serveHttp(peerServer(), { port: 0, closeGraceMs: 100 });
  const url = new URL(server.url);
  return { kind: "http", url, ...watched(fetch), close: () => server.close() };
}

export async function fetchEndpoint(): Promise<Endpoint> {
  const handler = await fetchHandler(peerServer(), { loopback: true });
  const url = new URL("http://localhost/mcp");
  return {
    kind: "http",
    url,
    ...watched(handler),
    async close() {
      handler.close();
    },
  };
}

/** HTTP+SSE of 2024-11-05. */
export async function sseEndpoint(): Promise<Endpoint> {
  const handler = await sseHandler(peerServer(), { loopback: true });
  const server = createServer(handler);
  const port = await listen(server);
  return {
    kind: "sse",
    url: new URL(`http://127.0.0.1:${port}/sse`),
    async close() {
      server.closeAllConnections();
      server.close();
      await handler.close();
    },
  };
}

function watched(send: (request: Request) => Promise<Response>): {
  readonly fetch: FetchLike;
  readonly requests: string[];
} {
  const checked = new CheckedFetch(send);
  const requests: string[] = [];
  return {
    requests,
    fetch: (url, init) => {
      const { method } = JSON.parse((init?.body as string | undefined) ?? "{}") as {
        method?: string;
      };
      requests.push([init?.method ?? "GET", method].filter(Boolean).join(" "));
      return checked.fetch(new Request(url, init));
    },
  };
}
