import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { errorForClient } from "./errors.js";
import { isInputRequired } from "./input-required.js";
import { clientInputCode } from "./lazy-code.js";
import { LazyRequester } from "./lazy-requester.js";
import type { ReplayRequester } from "./replay-requester.js";
import { RequestContext } from "./request-context.js";
import type { OpenQuestions, Outcome, ReplayedCall } from "./rounds-model.js";

/** One run of a handler since 2026-07-28. It ends with a value, or with the questions that the handler waits for. */
export class ReplayRun<T> {
  readonly call: ReplayedCall;
  readonly requester: LazyRequester<ReplayRequester>;
  #resolve: ((outcome: Promise<Outcome<never>>) => void) | undefined;

  constructor(call: ReplayedCall) {
    this.call = call;
    this.requester = new LazyRequester((code) =>
      code.replayRequester(call, (questions) => {
        this.#resolve?.(this.#endLater(questions));
        this.#resolve = undefined;
      }),
    );
  }

  /** Runs the handler; call it once. @throws what the handler throws, unless it asks for visits to pages */
  begin(
    handler: (ctx: CallContext) => MaybePromise<T>,
  ): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
    const { request, options } = this.call;
    const context = new RequestContext(request, this.requester, options.signal);
    let returned: MaybePromise<T>;
    try {
      returned = handler(context);
    } catch (error) {
      return this.#fail(error);
    }
    return this.#untilAsked(returned);
  }

  /** Ends a run whose handler threw. @throws the error, unless it asks for visits to pages */
  #fail(error: unknown): Promise<Outcome<never>> {
    if (error instanceof ProtocolError && error.code === errorCodes.legacyUrlElicitationRequired) {
      return clientInputCode.use(async (code) =>
        code.endWithVisits(this.call, this.requester.made(code), error),
      );
    }
    throw errorForClient(error, this.call.request.protocolVersion);
  }

  /** Waits until the handler is done or needs an answer. */
  #untilAsked(returned: MaybePromise<T>): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
    if (!isPromiseLike(returned)) {
      void this.requester.close();
      return isInputRequired(returned) ? this.#endWith(returned) : done(returned);
    }
    return new Promise((resolve, reject) => {
      // A function of this call in its place makes V8 keep the values of many calls until the next full collection.
      this.#resolve = resolve;
      returned.then(
        (value) => {
          resolve(isInputRequired(value) ? this.#endLater(value) : done(value));
          void this.requester.close();
        },
        (error) => {
          this.#failLater(error, reject);
          void this.requester.close();
        },
      );
    });
  }

  #failLater(error: unknown, reject: (error: Error) => void): void {
    try {
      // A handler whose questions have ended the run fails for that reason only.
      this.#resolve?.(this.#fail(error));
    } catch (last) {
      reject(last as Error);
    }
  }

  /** Ends when the requester is closed. */
  #endLater(wanted: OpenQuestions | InputRequired): Promise<Outcome<never>> {
    return Promise.resolve().then(() => this.#endWith(wanted));
  }

  #endWith(wanted: OpenQuestions | InputRequired): Promise<Outcome<never>> {
    return clientInputCode
      .use(async (code) => code.endWithQuestions(this.call, this.requester.made(code), wanted))
      .catch((error: unknown) => this.#fail(error));
  }
}

function done<T>(value: T): Outcome<Exclude<T, InputRequired>> {
  return { kind: "done", value: value as Exclude<T, InputRequired> };
}
