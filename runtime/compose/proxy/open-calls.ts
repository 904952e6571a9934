import type {
  ElicitParams,
  ElicitResult,
  Root,
  SamplingParams,
  SamplingResult,
} from "../../protocol/client-requests.js";
import type { ServerLogMessage } from "../../client/client-options.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { Linked, LinkedList } from "../../net/linked-list.js";
import type { CallContext } from "../../server/types/call-context.js";

/** A call that was forwarded and has no result yet. */
export interface OpenCall {
  /** Whether it waits for the next round of its client. */
  readonly isWaiting?: boolean;
  /** Sends a log message to its client. */
  log(message: ServerLogMessage): void;
  /** Asks its client, whenever that can be asked. */
  ask(question: Question): Promise<unknown>;
}

/** A call in the list of those that are open. */
export type ListedCall = OpenCall & Linked;

export type Question =
  | { readonly method: "elicitation/create"; readonly params: ElicitParams }
  | { readonly method: "sampling/createMessage"; readonly params: SamplingParams }
  | { readonly method: "roots/list" };

/** Handlers of questions, each for all kinds of a question. */
interface AskingHandlers {
  readonly roots: () => Promise<readonly Root[]>;
  readonly sampling: (params: SamplingParams) => Promise<SamplingResult>;
  readonly elicitation: (params: ElicitParams) => Promise<ElicitResult>;
}

/** The calls over one session with a remote server before 2026-07-28, whose questions and log messages name no call. */
export class OpenCalls {
  readonly #calls = new LinkedList<ListedCall>();
  readonly #name: string;
  readonly #isShared: boolean;
  readonly #otherwise: OpenCall | undefined;

  /**
   * @param isShared whether the calls are of different clients; then a question can't be answered while several are open
   * @param otherwise takes questions while no call is open
   */
  constructor(name: string, isShared: boolean, otherwise?: OpenCall) {
    this.#name = name;
    this.#isShared = isShared;
    this.#otherwise = otherwise;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** Whether one of the calls waits for the next round of its client. */
  get isWaiting(): boolean {
    return this.#calls.all().some((call) => call.isWaiting);
  }

  add(call: ListedCall): void {
    this.#calls.add(call);
  }

  remove(call: ListedCall): void {
    this.#calls.remove(call);
  }

  /** Tells the log of the calls' client. Of several clients nobody knows whose message it is, so none gets it. */
  log(message: ServerLogMessage): void {
    this.#current?.log(message);
  }

  /** Handlers that ask the clients of the calls. */
  get handlers(): AskingHandlers {
    return {
      roots: async () => (await this.#ask({ method: "roots/list" })) as readonly Root[],
      sampling: async (params) =>
        (await this.#ask({ method: "sampling/createMessage", params })) as SamplingResult,
      elicitation: async (params) =>
        (await this.#ask({ method: "elicitation/create", params })) as ElicitResult,
    };
  }

  get #current(): OpenCall | undefined {
    const last = this.#calls.last ?? this.#otherwise;
    return this.#isShared && this.#calls.size > 1 ? undefined : last;
  }

  async #ask(question: Question): Promise<unknown> {
    const call = this.#current;
    if (call) return call.ask(question);
    const why =
      this.#calls.size === 0
        ? "no call is open"
        : "calls of several clients are open in one session, and the question does not say which it belongs to";
    throw new ProtocolError(
      errorCodes.invalidRequest,
      `The proxy of ${this.#name} can't pass ${question.method} on: ${why}.`,
    );
  }
}

/** A call of a client that can be asked while it waits. */
export class PushedCall extends Linked implements OpenCall {
  readonly #ctx: CallContext;

  constructor(ctx: CallContext) {
    super();
    this.#ctx = ctx;
  }

  log({ level, data, logger }: ServerLogMessage): void {
    this.#ctx.log(level, data, logger);
  }

  ask(question: Question): Promise<unknown> {
    switch (question.method) {
      case "elicitation/create":
        return this.#ctx.elicit(question.params as Parameters<CallContext["elicit"]>[0]);
      case "sampling/createMessage":
        return this.#ctx.sample(question.params);
      case "roots/list":
        return this.#ctx.listRoots();
    }
  }
}
