import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import type { Soon } from "../../session/at-once.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { AskOptions } from "../types/call-context.js";
import type { Asker } from "./requester.js";
import { askingCode, type AskingCode } from "./lazy-code.js";
import type { PushAsker } from "./push-requester.js";

/** An asker that hears of the end of its call. */
interface ClosingAsker extends Asker {
  close(): void;
}

/**
 * Stands for the asker of a call until the call asks: one is made for every call, and few need more. What is asked while
 * the first question of a process loads the code keeps its order.
 */
export class LateAsker<A extends ClosingAsker> implements Asker {
  readonly #make: (code: AskingCode) => A;
  #asker: A | undefined;
  /** What was asked and waits for the code. */
  #waiting = 0;
  #closed = false;

  constructor(make: (code: AskingCode) => A) {
    this.#make = make;
  }

  get inputResponses(): JsonObject | undefined {
    return this.#asker?.inputResponses;
  }

  get requestState(): unknown {
    return this.#asker?.requestState;
  }

  /** The asker itself. */
  made(code: AskingCode): A {
    if (!this.#asker) {
      this.#asker = this.#make(code);
      if (this.#closed) this.#asker.close();
    }
    return this.#asker;
  }

  ask(method: ClientMethod, params: JsonObject, options: AskOptions): Promise<unknown> {
    return this.inTurn((asker) => asker.ask(method, params, options));
  }

  once<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    return this.inTurn((asker) => asker.once(key, work));
  }

  /** Ends the call, after all that it has asked: there is something to wait for only where that waits. Never throws. */
  close(): Soon<void> {
    if (this.waits) return this.inTurn(async (asker) => asker.close()).catch(() => undefined);
    this.#closed = true;
    this.#asker?.close();
  }

  protected get waits(): boolean {
    return this.#waiting > 0;
  }

  /** Uses the asker, at once where its code is there. */
  protected inTurn<T>(use: (asker: A) => Promise<T>): Promise<T> {
    this.#waiting++;
    return askingCode.with((code) => {
      this.#waiting--;
      return use(this.made(code));
    });
  }
}

/** For questions that are messages of their own: what is said after one must not pass it. */
export class LatePushAsker extends LateAsker<PushAsker> {
  /** @param signal gives questions up; default the request's */
  constructor(request: IncomingRequest, signal?: AbortSignal) {
    super((code) => new code.PushAsker(request, signal));
  }

  inOrder(say: () => void): void {
    if (!this.waits) return say();
    // Whoever asked hears of it when there is nothing to ask with.
    this.inTurn(async () => say()).catch(() => undefined);
  }

  said(): Soon<void> {
    if (this.waits) return this.inTurn(async () => undefined).catch(() => undefined);
  }
}
