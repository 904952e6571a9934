import { isBrokenConnection } from "../../../net/retries.js";
import {
  staleMs,
  type HttpRequest,
  type HttpSender,
  type HttpSink,
  type Sending,
} from "./http-sender.js";

/** Sends requests by a `fetch` of the user's, such as one for a proxy, or that of another runtime. */
export class FetchSender implements HttpSender {
  readonly #fetch: typeof globalThis.fetch;

  constructor(fetch: typeof globalThis.fetch) {
    this.#fetch = fetch;
  }

  send(request: HttpRequest, sink: HttpSink): Sending {
    const controller = new AbortController();
    void exchange(this.#fetch, request, sink, controller.signal);
    return { destroy: () => controller.abort() };
  }

  close(): void {
    // The connections belong to the `fetch`.
  }
}

async function exchange(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body }: HttpRequest,
  sink: HttpSink,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  let answered = false;
  try {
    const init = { method, headers: pairs(headers), redirect: "manual", signal } as const;
    const response = await fetch(url.href, body === undefined ? init : { ...init, body });
    answered = true;
    const { status } = response;
    sink.head({ status, header: (name) => response.headers.get(name) ?? undefined });
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      sink.data(part.value);
    }
    sink.end();
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const stale = !answered && performance.now() - began < staleMs;
    sink.failed(failure, stale && isBrokenConnection(failure));
  }
}

function pairs(headers: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < headers.length; i += 2) list.push([headers[i]!, headers[i + 1]!]);
  return list;
}
