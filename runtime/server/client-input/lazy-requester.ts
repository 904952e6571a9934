import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { clientInputCode, type ClientInputCode } from "./lazy-code.js";
import type { PushRequester } from "./push-requester.js";

interface ClosingRequester extends Requester {
  close(): void;
}

/**
 * Stands in for the requester of a call until the call first asks, because few calls do. Questions that are asked while the
 * code is loading keep their order.
 */
export class LazyRequester<A extends ClosingRequester> implements Requester {
  readonly #make: (code: ClientInputCode) => A;
  #requester: A | undefined;
  /** Number of uses that wait for the code. */
  #waiting = 0;
  #closed = false;

  constructor(make: (code: ClientInputCode) => A) {
    this.#make = make;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#requester?.inputResponses;
  }

  get requestState(): unknown {
    return this.#requester?.requestState;
  }

  /** Returns the requester itself, made on the first call. */
  made(code: ClientInputCode): A {
    if (!this.#requester) {
      this.#requester = this.#make(code);
      if (this.#closed) this.#requester.close();
    }
    return this.#requester;
  }

  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    return this.inTurn((requester) => requester.ask(method, params, options));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return this.inTurn((requester) => requester.once(key, work));
  }

  /** Closes the requester after the queued questions, if there are any. Never rejects. */
  close(): MaybePromise<void> {
    if (this.waits) {
      return this.inTurn(async (requester) => requester.close()).catch(() => undefined);
    }
    this.#closed = true;
    this.#requester?.close();
  }

  protected get waits(): boolean {
    return this.#waiting > 0;
  }

  /** Uses the requester; synchronously once the code is loaded. */
  protected inTurn<T>(use: (requester: A, code: ClientInputCode) => Promise<T>): Promise<T> {
    this.#waiting++;
    return clientInputCode.use((code) => {
      this.#waiting--;
      return use(this.made(code), code);
    });
  }
}

/** For clients asked by separate JSON-RPC requests: later notifications must not overtake a queued request. */
export class LazyPushRequester extends LazyRequester<PushRequester> {
  /** @param signal cancels the questions; default: the signal of the request */
  constructor(request: IncomingRequest, signal?: AbortSignal) {
    super((code) => new code.PushRequester(request, signal));
  }

  later<T>(work: (code: ClientInputCode) => Promise<T>): Promise<T> {
    return this.inTurn((_requester, code) => work(code));
  }

  inOrder(send: () => void): void {
    if (!this.waits) return send();
    // A load failure is reported to the caller of the queued question.
    this.inTurn(async () => send()).catch(() => undefined);
  }

  flush(): MaybePromise<void> {
    if (this.waits) return this.inTurn(async () => undefined).catch(() => undefined);
  }
}
