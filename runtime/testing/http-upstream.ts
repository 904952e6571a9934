import { createServer, type AddressInfo, type Socket } from "node:net";
import { needsNodeFetch, nodeFetch } from "../upstream/exchange/node-fetch.js";
import { readRawRequest } from "./raw-request.js";
import { RequestLog, type PreparedAnswer, type TestUpstream } from "./test-upstream.js";

/**
 * An upstream on a port of this machine. Requests are sent as to the API itself, by the platform's own means; only the
 * address is another one. It reads bytes, for node:http takes no method that it does not know.
 */
export async function openHttpUpstream(): Promise<TestUpstream> {
  const log = new RequestLog();
  const sockets = new Set<Socket>();
  /** Where the request that is on its way was meant to go: calls are made one by one. */
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

/** @see RFC 9110 sections 6.4.1 and 8.6, for answers that have no body */
function answerBytes({ status, headers, bytes }: PreparedAnswer, method: string): Buffer {
  const isBodiless = status === 204 || status === 304;
  const lines = [
    // What stands behind the status is for people.
    `HTTP/1.1 ${status} ${status < 400 ? "OK" : "Failed"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(isBodiless ? [] : [`content-length: ${bytes.length}`]),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return isBodiless || method === "HEAD" ? head : Buffer.concat([head, bytes]);
}
