import type { CannedAnswer } from "./operation-case.js";
import { bytesOf } from "./body-text.js";
import type { ReceivedRequest } from "./received-request.js";

/** A fake API that records requests and responds as planned. */
export interface TestUpstream {
  /** Sends a request to this upstream in place of the API. */
  readonly fetch: typeof globalThis.fetch;
  /** Sets the next responses. The last one is repeated. */
  plan(answers: readonly CannedAnswer[]): void;
  /** Returns the requests since the last call. */
  take(): readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** The planned responses and the recorded requests of an upstream. */
export class RequestLog {
  #answers: readonly CannedAnswer[] = [];
  #received: ReceivedRequest[] = [];

  plan(answers: readonly CannedAnswer[]): void {
    this.#answers = answers;
    this.#received = [];
  }

  take(): readonly ReceivedRequest[] {
    return this.#received.splice(0);
  }

  /** Records a request. @returns the response to send */
  add(request: ReceivedRequest): PreparedAnswer {
    const answer = this.#answers[this.#received.length] ?? this.#answers.at(-1) ?? { status: 200 };
    this.#received.push(request);
    const { status, type } = answer;
    return {
      status,
      headers: type === undefined ? {} : { "content-type": type },
      bytes: bytesOf(answer),
    };
  }
}

export interface PreparedAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Uint8Array;
}

/** Returns an upstream in memory, with which the generator records the outcome of cases. */
export function memoryUpstream(): TestUpstream {
  const log = new RequestLog();
  return {
    plan: (answers) => log.plan(answers),
    take: () => log.take(),
    close: () => Promise.resolve(),
    fetch: async (target, init = {}) => {
      const { method = "GET", headers, body } = init;
      const {
        status,
        headers: answered,
        bytes,
      } = log.add({
        method,
        url: String(target as string),
        headers: Object.entries((headers ?? {}) as Record<string, string>),
        bytes: Buffer.from(await new Response(body ?? null).arrayBuffer()),
      });
      const isBodiless = method === "HEAD" || status === 204 || status === 205 || status === 304;
      return new Response(isBodiless ? null : Uint8Array.from(bytes), {
        status,
        headers: answered,
      });
    },
  };
}
