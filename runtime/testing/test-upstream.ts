import type { CannedAnswer } from "./operation-case.js";
import { bytesOf } from "./body-text.js";
import type { ReceivedRequest } from "./received-request.js";

/** An API that keeps what it is sent and answers as it is told. */
export interface TestUpstream {
  /** Takes here what was meant for the API. */
  readonly fetch: typeof globalThis.fetch;
  /** From now on these are answered, one after the other; the last again and again. */
  plan(answers: readonly CannedAnswer[]): void;
  /** What arrived since the last time. */
  take(): readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** The answers of an upstream, and what it was sent. */
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

  /** @returns what to answer it */
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

/** An upstream that is a function: nothing leaves the process. For who writes cases down. */
export function paperUpstream(): TestUpstream {
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
