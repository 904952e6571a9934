import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { MaybePromise } from "../../session/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Requester } from "./requester.js";
import { clientInputCode, type ClientInputCode } from "./lazy-code.js";
import type { PushRequester } from "./push-requester.js";

/** An asker that hears of the end of its call. */
interface ClosingRequester extends Requester {
  close(): void;
}

/**
 * Stands for the asker of a call until the call asks: one is made for every call, and few need more. What is asked while
 * the first question of a process loads the code keeps its order.
 */
export class LazyRequester<A extends ClosingRequester> implements Requester {
  readonly #make: (code: ClientInputCode) => A;
  #asker: A | undefined;
  /** What was asked and waits for the code. */
  #waiting = 0;
  #closed = false;

  constructor(make: (code: ClientInputCode) => A) {
    this.#make = make;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#asker?.inputResponses;
  }

  get requestState(): unknown {
    return this.#asker?.requestState;
  }

  /** The asker itself. */
  made(code: ClientInputCode): A {
    if (!this.#asker) {
      this.#asker = this.#make(code);
      if (this.#closed) this.#asker.close();
    }
    return this.#asker;
  }

  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    return this.inTurn((requester) => requester.ask(method, params, options));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return this.inTurn((requester) => requester.once(key, work));
  }

  /** Ends the call, after all that it has asked: there is something to wait for only where that waits. Never throws. */
  close(): MaybePromise<void> {
    if (this.waits)
      return this.inTurn(async (requester) => requester.close()).catch(() => undefined);
    this.#closed = true;
    this.#asker?.close();
  }

  protected get waits(): boolean {
    return this.#waiting > 0;
  }

  /** Uses the asker, at once where its code is there. */
  protected inTurn<T>(use: (requester: A) => Promise<T>): Promise<T> {
    this.#waiting++;
    return clientInputCode.use((code) => {
      this.#waiting--;
      return use(this.made(code));
    });
  }
}

/** For questions that are messages of their own: what is said after one must not pass it. */
export class LazyPushRequester extends LazyRequester<PushRequester> {
  /** @param signal gives questions up; default the request's */
  constructor(request: IncomingRequest, signal?: AbortSignal) {
    super((code) => new code.PushRequester(request, signal));
  }

  inOrder(say: () => void): void {
    if (!this.waits) return say();
    // Whoever asked hears of it when there is nothing to ask with.
    this.inTurn(async () => say()).catch(() => undefined);
  }

  said(): MaybePromise<void> {
    if (this.waits) return this.inTurn(async () => undefined).catch(() => undefined);
  }
}
