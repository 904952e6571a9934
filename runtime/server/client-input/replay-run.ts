import type { ClientMethod } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { isPromiseLike, andThen, type MaybePromise } from "../../session/maybe-promise.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { RequestContext } from "./request-context.js";
import { isInputRequired } from "./input-required.js";
import { LazyRequester } from "./lazy-requester.js";
import { clientInputCode, type ClientInputCode } from "./lazy-code.js";
import type { ReplayRequester } from "./replay-requester.js";
import type { CallBinding, Outcome, RoundsOptions } from "./rounds.js";

/** A call since 2026-07-28, with what it takes to end it with questions and to go on with their answers. */
export interface ReplayedCall {
  readonly request: IncomingRequest;
  readonly binding: CallBinding;
  readonly options: RoundsOptions;
}

/** A question that a run of the handler asked and that has no answer yet. */
export interface OpenQuestion {
  readonly method: ClientMethod;
  readonly params: JsonObject;
}

export type OpenQuestions = ReadonlyMap<string, OpenQuestion>;

/** How a run of the handler ended. */
type HandlerRun<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "asked"; readonly questions: OpenQuestions };

/** One run of a handler since 2026-07-28: it ends with its value, or with the questions it waits for. */
export class ReplayRun<T> {
  readonly #call: ReplayedCall;
  readonly #asker: LazyRequester<ReplayRequester>;
  #end: ((questions: OpenQuestions) => void) | undefined;

  constructor(call: ReplayedCall) {
    this.#call = call;
    this.#asker = new LazyRequester((code) =>
      code.replayRequester(call, (questions) => this.#end?.(questions)),
    );
  }

  /** Goes on with what the call brings, before it begins. @throws ProtocolError -32602 for a state that is not valid */
  recall(code: ClientInputCode): void {
    this.#asker.made(code);
  }

  /** Once. @throws what the handler does */
  begin(
    handler: (ctx: CallContext) => MaybePromise<T>,
  ): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
    const { request, options } = this.#call;
    const context = new RequestContext(request, this.#asker, options.signal);
    return andThen(this.#untilAsked(handler(context)), (run) => this.#outcomeOf(run));
  }

  /** Waits for a handler until it is done or has to wait for an answer. */
  #untilAsked(returned: MaybePromise<T>): MaybePromise<HandlerRun<T>> {
    if (!isPromiseLike(returned)) {
      void this.#asker.close();
      return { kind: "done", value: returned };
    }
    return new Promise((resolve, reject) => {
      this.#end = (questions) => resolve({ kind: "asked", questions });
      returned.then(
        (value) => {
          resolve({ kind: "done", value });
          void this.#asker.close();
        },
        (error) => {
          reject(error as Error);
          void this.#asker.close();
        },
      );
    });
  }

  #outcomeOf(run: HandlerRun<T>): MaybePromise<Outcome<Exclude<T, InputRequired>>> {
    if (run.kind === "asked") return this.#endWith(run.questions);
    const { value } = run;
    if (isInputRequired(value)) return this.#endWith(value);
    return { kind: "done", value: value as Exclude<T, InputRequired> };
  }

  #endWith(wanted: OpenQuestions | InputRequired): Promise<Outcome<never>> {
    return clientInputCode.use(async (code) =>
      code.endWithQuestions(this.#call, this.#asker.made(code), wanted),
    );
  }
}
