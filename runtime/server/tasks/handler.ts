import { jsonCopy } from "../../protocol/exact-json.js";
import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { isInputRequired } from "../client-input/input-required.js";
import { acceptedRequests } from "../client-input/client-capabilities.js";
import { visitsOf } from "../client-input/url-visits.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import { RequestContext } from "../client-input/request-context.js";
import type { TaskRequester } from "./requester.js";
import type { TaskRun } from "./run.js";
import { unref } from "../../protocol/unref.js";

/** Maximum number of times that one task may return a result that asks for input. */
const maxTaskRounds = 100;

/** Pause between two runs without a question: the handler waits for something that takes time. */
const shortestWaitMs = 100;
const longestWaitMs = 5_000;

export type TaskWork = (ctx: CallContext) => Promise<CallToolResult | InputRequired>;

/** Runs the handler of a tool for a task, and runs it again with the answers when its result asks for input. */
export class TaskHandler {
  readonly #run: TaskRun;
  readonly #request: IncomingRequest;
  readonly #requester: TaskRequester;
  readonly #work: TaskWork;

  /** @param request the request that the handler sees, made by `taskRequest` */
  constructor(run: TaskRun, request: IncomingRequest, requester: TaskRequester, work: TaskWork) {
    this.#run = run;
    this.#request = request;
    this.#requester = requester;
    this.#work = work;
  }

  /** Runs the handler once, unless the task was cancelled before. */
  async once(): Promise<CallToolResult | InputRequired> {
    this.#run.signal.throwIfAborted();
    try {
      return await this.#work(new RequestContext(this.#request, this.#requester, this.#run.signal));
    } catch (error) {
      const asksForVisits =
        error instanceof ProtocolError && error.code === errorCodes.legacyUrlElicitationRequired;
      if (!asksForVisits || !isModern(this.#request.protocolVersion)) throw error;
      const visits = visitsOf(error, this.#requester.inputResponses);
      if (!visits) throw error;
      return visits;
    }
  }

  /**
   * Runs the handler until it returns a result.
   *
   * @param first the first run, already started
   * @throws what the handler throws; ClientAnswerError if a question is not answered; ToolError after too many rounds
   */
  async finish(first: Promise<CallToolResult | InputRequired>): Promise<CallToolResult> {
    let value = await first;
    for (let round = 0; isInputRequired(value); round++) {
      if (round === maxTaskRounds) {
        throw new ToolError(`The task has asked for input ${maxTaskRounds} times and ends here.`);
      }
      const answers = await this.#ask(value, round);
      const { state } = value;
      // The state is copied through JSON because a client would send it back as JSON.
      this.#requester.again(answers, jsonCopy(state));
      value = await this.once();
    }
    return value as CallToolResult;
  }

  async #ask(value: InputRequired, round: number): Promise<JsonObject | undefined> {
    const questions = [...acceptedRequests(value, this.#request)];
    if (questions.length === 0) {
      const ms = Math.min(shortestWaitMs * 2 ** round, longestWaitMs);
      await new Promise((resolve) => unref(setTimeout(resolve, ms)));
      this.#run.signal.throwIfAborted();
      return undefined;
    }
    const answers = await Promise.all(
      questions.map(async ([key, question]) => [key, await this.#run.ask(key, question)] as const),
    );
    return Object.fromEntries(answers);
  }
}
