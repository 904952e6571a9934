import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { OAuthError } from "../oauth-error.js";

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
 * Starts the server. A request without the state does not belong to this login: it is refused, and the wait goes on. The
 * first that does is the only one: a code is used once.
 *
 * @param port 0: any free port
 * @throws OAuthError when the port is in use
 */
export async function openLoopback(state: string, port: number): Promise<Loopback> {
  let resolve: (found: URLSearchParams) => void = () => {};
  const promise = new Promise<URLSearchParams>((found) => (resolve = found));
  let host = "";
  let isAnswered = false;
  const server = createServer((request, response) => {
    // Pages of other sites reach this port by names of their own.
    if (request.headers.host !== host) return answer(response, 400, "Not found.");
    // The target is not parsed as a URL, because a page can request one that is invalid, such as `//`.
    const [path, query] = partsOf(request.url ?? "/");
    if (request.method !== "GET" || path !== "/callback") {
      return answer(response, 404, "Not found.");
    }
    const searchParams = new URLSearchParams(query);
    if (isAnswered || searchParams.getAll("state").join(" ") !== state) {
      return answer(response, 400, "This request does not belong to the login in progress.");
    }
    isAnswered = true;
    const isRefusal = searchParams.has("error") || !searchParams.has("code");
    const outcome = isRefusal ? "The login failed. The program that began it says why. " : "";
    // Whoever waits may end the server, so the page must have left.
    response.once("close", () => resolve(searchParams));
    answer(response, 200, `${outcome}You can close this page now.`);
  });
  await new Promise<void>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(new OAuthError(`Can't listen on 127.0.0.1, port ${port}: ${error.code}`)),
    );
    server.listen(port, "127.0.0.1", done);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: `http://${host}/callback`,
    returned: (signal) =>
      new Promise((found, fail) => {
        const stop = (): void => fail(signal.reason as Error);
        if (signal.aborted) return stop();
        signal.addEventListener("abort", stop, { once: true });
        void promise.then((parameters) => {
          signal.removeEventListener("abort", stop);
          found(parameters);
        });
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the path and the query of the target of a request. */
function partsOf(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** Responds with a page. No page echoes the request. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(page(text));
}
