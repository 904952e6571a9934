import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isPromiseLike, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { errorForClient } from "./errors.js";
import { isInputRequired } from "./input-required.js";
import { clientInputCode } from "./lazy-code.js";
import { LazyRequester } from "./lazy-requester.js";
import type { ReplayRequester } from "./replay-requester.js";
import { RequestContext } from "./request-context.js";
import { endWith, type OpenQuestions, type ReplayedCall, type RunEnd } from "./rounds-model.js";

/** One run of a handler since 2026-07-28. It ends with a value, or with the questions that the handler waits for. */
export class ReplayRun<T, R> {
  readonly call: ReplayedCall;
  readonly requester: LazyRequester<ReplayRequester>;
  readonly #end: RunEnd<Exclude<T, InputRequired>, R>;
  #resolve: ((result: MaybePromise<R>) => void) | undefined;

  constructor(call: ReplayedCall, end: RunEnd<Exclude<T, InputRequired>, R>) {
    this.call = call;
    this.#end = end;
    this.requester = new LazyRequester((code) =>
      code.replayRequester(call, (questions) => {
        this.#resolve?.(this.#endLater(questions));
        this.#resolve = undefined;
      }),
    );
  }

  /** Runs the handler; call it once. */
  begin(handler: (ctx: CallContext) => MaybePromise<T>): MaybePromise<R> {
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

  /** Ends a run whose handler threw, with an error unless it asks for visits to pages. */
  #fail(error: unknown): MaybePromise<R> {
    if (error instanceof ProtocolError && error.code === errorCodes.legacyUrlElicitationRequired) {
      const visits = clientInputCode.use(async (code) =>
        code.endWithVisits(this.call, this.requester.made(code), error),
      );
      return endWith(visits, this.#end);
    }
    return this.#end.failed(errorForClient(error, this.call.request.protocolVersion));
  }

  /** Waits until the handler is done or needs an answer. */
  #untilAsked(returned: MaybePromise<T>): MaybePromise<R> {
    if (!isPromiseLike(returned)) {
      void this.requester.close();
      return isInputRequired(returned) ? this.#endWith(returned) : this.#done(returned);
    }
    return new Promise((resolve, reject) => {
      // A function of this call in its place makes V8 keep the values of many calls until the next full collection.
      this.#resolve = resolve;
      const endBy = (work: () => MaybePromise<R>): void => {
        // A handler whose questions have ended the run ends for that reason only.
        if (!this.#resolve) return;
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      };
      returned.then(
        (value) => {
          endBy(() => (isInputRequired(value) ? this.#endLater(value) : this.#done(value)));
          void this.requester.close();
        },
        (error: unknown) => {
          endBy(() => this.#fail(error));
          void this.requester.close();
        },
      );
    });
  }

  #done(value: T): R {
    return this.#end.done({ kind: "done", value: value as Exclude<T, InputRequired> });
  }

  /** Ends when the requester is closed. */
  #endLater(wanted: OpenQuestions | InputRequired): Promise<R> {
    return Promise.resolve().then(() => this.#endWith(wanted));
  }

  #endWith(wanted: OpenQuestions | InputRequired): Promise<R> {
    return clientInputCode
      .use(async (code) => code.endWithQuestions(this.call, this.requester.made(code), wanted))
      .then(
        (outcome) => this.#end.done(outcome),
        (error: unknown) => this.#fail(error),
      );
  }
}
