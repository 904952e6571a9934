import type { IncomingMessage, ServerResponse } from "node:http";

const defaultPath = "/healthz";

/** The health check of a server that listens on a port. */
export class Health {
  readonly #path: string | false;
  #stopping = false;

  constructor(path: string | false = defaultPath) {
    this.#path = path;
  }

  /** Answers a request for the path of the health check; returns false for any other. */
  answers({ url, method }: IncomingMessage, response: ServerResponse): boolean {
    if (url !== this.#path || (method !== "GET" && method !== "HEAD")) return false;
    const body = this.#stopping ? '{"status":"stopping"}' : '{"status":"ok"}';
    response.writeHead(this.#stopping ? 503 : 200, {
      "content-type": "application/json",
      "content-length": body.length,
      "cache-control": "no-store",
    });
    response.end(method === "HEAD" ? undefined : body);
    return true;
  }

  /** From now on, tells that the server takes no more work. */
  stop(): void {
    this.#stopping = true;
  }
}
