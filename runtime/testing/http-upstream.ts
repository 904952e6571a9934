import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { needsNodeFetch, nodeFetch } from "../upstream/node-fetch.js";
import { RequestLog, type TestUpstream } from "./test-upstream.js";

/**
 * An upstream on a port of this machine. Requests are sent as to the API itself, by the platform's own means; only the
 * address is another one.
 */
export async function openHttpUpstream(): Promise<TestUpstream> {
  const log = new RequestLog();
  /** Where the request that is on its way was meant to go: calls are made one by one. */
  let origin = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, headers, bytes } = log.add({
        method: request.method ?? "",
        url: origin + (request.url ?? ""),
        headers: pairsOf(request),
        bytes: Buffer.concat(chunks),
      });
      response.writeHead(status, headers).end(bytes);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    plan: (answers) => log.plan(answers),
    take: () => log.take(),
    fetch: (target, init = {}) => {
      const url = String(target as string);
      ({ origin } = new URL(url));
      const moved = here + url.slice(origin.length);
      const { method = "GET", body } = init as { method?: string; body?: string | Uint8Array };
      const send = needsNodeFetch(method, body) ? (nodeFetch as typeof fetch) : fetch;
      return send(moved, init);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As they were written. */
function pairsOf({ rawHeaders }: IncomingMessage): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    pairs.push([rawHeaders[i] ?? "", rawHeaders[i + 1] ?? ""]);
  }
  return pairs;
}
