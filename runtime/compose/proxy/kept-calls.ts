import type { InputRequest, InputRequired, CallContext } from "../../server/types/call-context.js";
import { checkAccepted } from "../../server/client-input/client-capabilities.js";
import { inputRequired, paramsOf, readInput } from "../../server/client-input/input-required.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { ClientSide } from "../../protocol/questions/capabilities.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { unref } from "../../protocol/unref.js";
import { Cancellable } from "../../protocol/cancellable.js";
import { Linked } from "../../net/linked-list.js";
import { cancellationOf } from "../../server/types/call-cancellation.js";
import type { OpenCall, Question } from "./open-calls.js";

/** How long a call waits for the answers of its client, as the state of a round lasts. */
const keptMs = 10 * 60_000;
const mostKept = 1_000;
const key = "question";

interface Asked {
  readonly question: Question;
  readonly answer: (value: unknown) => void;
  readonly refuse: (error: unknown) => void;
}

/** A call that goes on at a remote server before 2026-07-28 while its own client, of that revision, is asked between rounds. */
export class KeptCall extends Linked implements OpenCall {
  /** Of the call, in all its rounds. */
  readonly cancellation = new Cancellable();
  /** The context of the present round. */
  #ctx: CallContext;
  #asked: Asked | undefined;
  #onAsked: (() => void) | undefined;
  #turn: Promise<void> = Promise.resolve();
  #result: Promise<JsonObject | InputRequired> | undefined;

  constructor(ctx: CallContext) {
    super();
    this.#ctx = ctx;
  }

  get isWaiting(): boolean {
    return this.#asked !== undefined;
  }

  /** The context of the present round. */
  get ctx(): CallContext {
    return this.#ctx;
  }

  abort(reason: unknown): void {
    this.cancellation.abort(reason);
  }

  log({ level, data, logger }: Parameters<OpenCall["log"]>[0]): void {
    this.#ctx.log(level, data, logger);
  }

  async ask(question: Question): Promise<unknown> {
    const request = question as InputRequest;
    checkAccepted(question.method, paramsOf(request), this.#ctx as unknown as ClientSide);
    // Several are asked one after the other, as a user would be.
    const before = this.#turn;
    let end = (): void => undefined;
    this.#turn = new Promise((resolve) => (end = resolve));
    await before;
    try {
      return await this.#askNow(question);
    } finally {
      end();
    }
  }

  async #askNow(question: Question): Promise<unknown> {
    const value = await new Promise<unknown>((answer, refuse) => {
      this.#asked = { question, answer, refuse };
      this.#onAsked?.();
    });
    return question.method === "roots/list" ? member(value as JsonObject, "roots") : value;
  }

  begin(result: Promise<JsonObject | InputRequired>): this {
    result.catch(() => undefined);
    this.#result = result;
    return this;
  }

  /** Goes on in another round, with the answers that its client gave. */
  resume(ctx: CallContext): void {
    this.#ctx = ctx;
    const asked = this.#asked;
    this.#asked = undefined;
    const answer = asked && readInput(asked.question as InputRequest, ctx.inputResponses?.[key]);
    if (answer !== undefined) asked?.answer(answer);
    else
      asked?.refuse(new ProtocolError(errorCodes.invalidParams, "The question was not answered."));
  }

  /** @returns the result, or the question that the client must answer before */
  async outcome(): Promise<JsonObject | InputRequired | Question> {
    const round = cancellationOf(this.#ctx);
    const onAbort = (): void => this.abort(round.reason);
    round.addEventListener("abort", onAbort);
    try {
      const asked = new Promise<Question>((resolve) => {
        this.#onAsked = () => resolve(this.#asked!.question);
        if (this.#asked) resolve(this.#asked.question);
      });
      return await Promise.race([this.#result!, asked]);
    } finally {
      round.removeEventListener("abort", onAbort);
    }
  }

  isAsking(value: JsonObject | InputRequired | Question): value is Question {
    return this.#asked?.question === value;
  }
}

/** Calls between two rounds. */
export class KeptCalls {
  readonly #calls = new Map<string, { readonly call: KeptCall; readonly timer: unknown }>();

  /** Keeps a call until its client comes back. @returns the result that asks the client */
  keep(call: KeptCall, question: Question): InputRequired {
    if (this.#calls.size >= mostKept) {
      call.abort(new Error("Too many calls wait for answers."));
      throw new ProtocolError(errorCodes.internalError, "Too many calls wait for answers.");
    }
    const id = crypto.randomUUID();
    const timer = setTimeout(() => {
      this.#calls.delete(id);
      call.abort(new Error("The client did not answer in time."));
    }, keptMs);
    this.#calls.set(id, { call, timer: unref(timer) });
    return inputRequired({
      inputRequests: { [key]: question as InputRequest },
      state: { call: id },
    });
  }

  /** @returns the call that goes on; undefined for a new one. @throws ProtocolError -32602 if it is over */
  take(ctx: CallContext): KeptCall | undefined {
    const state = ctx.requestState;
    const id = isObject(state) ? member(state, "call") : undefined;
    if (typeof id !== "string") return undefined;
    const kept = this.#calls.get(id);
    if (!kept) {
      throw new ProtocolError(
        errorCodes.invalidParams,
        "The call that asked is over at the remote server. Call again without `requestState`.",
      );
    }
    this.#calls.delete(id);
    clearTimeout(kept.timer as never);
    kept.call.resume(ctx);
    return kept.call;
  }

  close(): void {
    for (const { call, timer } of this.#calls.values()) {
      clearTimeout(timer as never);
      call.abort(new Error("The proxy is closed."));
    }
    this.#calls.clear();
  }
}
