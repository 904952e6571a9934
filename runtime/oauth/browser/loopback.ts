import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolError } from "../../protocol/tool-error.js";

const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>mcp-codegen</title><p>${text}</p>\n`;

/** The local server that the browser is redirected to after a login. @see RFC 8252 section 7.3 */
export interface Loopback {
  readonly redirectUri: string;
  /** Waits for the parameters of the redirect. @throws the signal's reason */
  returned(signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

/**
 * Starts the server. A request without the state does not belong to this login: it is refused, and the wait goes on.
 *
 * @param port 0: any free port
 * @throws ToolError when the port is in use
 */
export async function openLoopback(state: string, port: number): Promise<Loopback> {
  let resolve: (found: URLSearchParams) => void = () => {};
  const promise = new Promise<URLSearchParams>((found) => (resolve = found));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (request.method !== "GET" || url.pathname !== "/callback") {
      return answer(response, 404, "Not found.");
    }
    if (url.searchParams.get("state") !== state) {
      return answer(response, 400, "This request does not belong to the login in progress.");
    }
    answer(response, 200, "You can close this page now.");
    resolve(url.searchParams);
  });
  await new Promise<void>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(new ToolError(`Can't listen on 127.0.0.1, port ${port}: ${error.code}.`)),
    );
    server.listen(port, "127.0.0.1", done);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    returned: (signal) =>
      new Promise((found, fail) => {
        const stop = (): void => fail(signal.reason as Error);
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        void promise.then(found);
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Responds with a page. No page echoes the request. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(page(text));
}
