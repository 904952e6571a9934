import { ToolError } from "../../protocol/tool-error.js";
import type { ApiGuards } from "./api-guards.js";
import type { ResponseHeaders } from "./response-headers.js";
import type { ApiResponse, ApiSender, SentRequest, Stoppable } from "./sender.js";

type Fetch = typeof globalThis.fetch;

/** Sends requests by a `fetch` of the user's, or by that of a platform other than Node. */
export class FetchSender implements ApiSender {
  readonly #guards: ApiGuards;
  readonly #fetch: Fetch | undefined;

  /** @param fetch of the user's; default: the platform's, and `node:http` for what that refuses */
  constructor(guards: ApiGuards, fetch?: Fetch) {
    this.#guards = guards;
    this.#fetch = fetch;
  }

  async send(request: SentRequest, stoppable: Stoppable): Promise<ApiResponse> {
    return new FetchedResponse(await this.fetch(request, stoppable));
  }

  /** Returns the platform's own response. */
  async fetch(request: SentRequest, { signal }: Stoppable): Promise<Response> {
    const { method, url, headers, body } = request;
    // A fetch of the user's may change them.
    const init = { method, headers: { ...headers }, redirect: "manual", signal } as const;
    return this.#fetchFor(request)(url, body === undefined ? init : { ...init, body });
  }

  #fetchFor({ method, url, body, certificate, socketPath }: SentRequest): Fetch {
    const guard = this.#guards.guardFor(url);
    if (this.#fetch) {
      if (socketPath === undefined) return guard.fetch;
      throw new ToolError("A fetch of your own can't call an API at a Unix socket.");
    }
    if (!certificate && socketPath === undefined && !needsNodeFetch(method, body)) {
      return guard.fetch;
    }
    const send = async (target: string, init: { readonly method: string }): Promise<Response> => {
      const { nodeFetch } = await import("./node-fetch.js");
      const agent = await certificate?.agent();
      return nodeFetch(target, { headers: {}, ...init, guard, agent, socketPath });
    };
    return send as Fetch;
  }
}

/** Whether the platform's `fetch` refuses to send such a request. */
export function needsNodeFetch(method: string, body: string | Uint8Array | undefined): boolean {
  return method === "TRACE" || (body !== undefined && (method === "GET" || method === "HEAD"));
}

/** A response of the platform's `fetch`. */
export class FetchedResponse implements ApiResponse {
  readonly #response: Response;

  constructor(response: Response) {
    if (response.type === "opaqueredirect") {
      throw new ToolError(
        "The API redirects, but this platform's fetch does not reveal the target.",
      );
    }
    this.#response = response;
  }

  get status(): number {
    return this.#response.status;
  }

  get statusText(): string {
    return this.#response.statusText;
  }

  get headers(): ResponseHeaders {
    return this.#response.headers;
  }

  async read(take: (part: Uint8Array) => boolean): Promise<void> {
    const reader = this.#response.body?.getReader();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      if (!take(next.value)) return reader?.cancel();
    }
  }

  discard(): void {
    // The call does not depend on how the connection ends.
    this.#response.body?.cancel().catch(() => {});
  }
}
