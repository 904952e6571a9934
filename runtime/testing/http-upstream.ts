import { createServer, type AddressInfo, type Socket } from "node:net";
import { needsNodeFetch } from "../upstream/exchange/fetch-sender.js";
import { nodeFetch } from "../upstream/exchange/node-fetch.js";
import { readRawRequest } from "./raw-request.js";
import { RequestLog, type PreparedAnswer, type TestUpstream } from "./test-upstream.js";

/**
 * Opens an upstream on a local port. Requests are sent with the platform's HTTP client as to the API itself, only to another
 * address. The upstream parses bytes itself, because node:http rejects methods that it does not know.
 */
export async function openHttpUpstream(): Promise<TestUpstream> {
  const log = new RequestLog();
  const sockets = new Set<Socket>();
  /** Origin that the current request was meant for. One value is enough, because calls run one at a time. */
  let origin = "";
  const server = createServer((socket) => {
    sockets.add(socket);
    let received: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      try {
        const request = readRawRequest(received);
        if (request === undefined) return;
        received = received.subarray(request.length);
        const { method, target, headers, bytes } = request;
        const answer = log.add({ method, url: origin + target, headers, bytes });
        socket.write(answerBytes(answer, method));
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
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
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Writes an HTTP response. @see RFC 9110 sections 6.4.1 and 8.6, for responses without a body */
function answerBytes({ status, headers, bytes }: PreparedAnswer, method: string): Buffer {
  const isBodiless = status === 204 || status === 304;
  const lines = [
    `HTTP/1.1 ${status} ${status < 400 ? "OK" : "Failed"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(isBodiless ? [] : [`content-length: ${bytes.length}`]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return isBodiless || method === "HEAD" ? head : Buffer.concat([head, bytes]);
}
