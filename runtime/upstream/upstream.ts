import type { Answer } from "./answer.js";
import type { Api } from "./api.js";
import type { Operation } from "./operation.js";

/** How a server calls its API. */
export interface UpstreamOptions {
  /** Where base URL, server variables and credentials are read from; default `process.env`. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Replaces the URL of every server. */
  readonly baseUrl?: string;
  /** Default: the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one call, redirects and body included; default 30,000. */
  readonly timeoutMs?: number;
  /** Default 10 MiB, counted after decompression. */
  readonly maxResponseBytes?: number;
  /** Answers come from the document's examples and schemas; nothing is sent. */
  readonly mock?: boolean;
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string };
}

/** The API that the operations belong to, as the runtime calls it. */
export class Upstream {
  readonly #api: Api;
  readonly #options: UpstreamOptions;

  constructor(api: Api, options: UpstreamOptions = {}) {
    this.#api = api;
    this.#options = options;
  }

  /**
   * Sends the request of an operation.
   *
   * @throws ToolError when the request can't be built or fails, or the API answers with status 400 or above.
   */
  async call(
    operation: Operation,
    args: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const base = this.#options.baseUrl ?? this.#api.servers[0]?.url ?? "";
    const path = operation.request.path.replace(/\{([^{}]*)\}/g, (_, name: string) =>
      encodeURIComponent(String(args[name])),
    );
    const send = this.#options.fetch ?? globalThis.fetch;
    const response = await send(base + path, {
      method: operation.request.method,
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await response.text();
    if (text === "") return { kind: "empty", status: response.status };
    try {
      return { kind: "json", status: response.status, value: JSON.parse(text) };
    } catch {
      return { kind: "text", status: response.status, text, mimeType: "text/plain" };
    }
  }
}
