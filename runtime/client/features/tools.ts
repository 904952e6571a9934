import type { ServerCapabilities } from "../../protocol/codec/codec.js";
import { decodeCreatedTask } from "../../protocol/codec/decode-tasks.js";
import { tasksExtension } from "../../protocol/envelope.js";
import { hasDigits } from "../../protocol/exact-json.js";
import { markHolder } from "../../protocol/exact-integers.js";
import { parameterHeaders } from "../../protocol/headers/request-headers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { CallOptions, RunningTask } from "../client.js";
import { McpCallError, McpTimeoutError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import type { ExchangeOptions, ReadResult } from "../exchange/open-request.js";
import { requestInRounds } from "../exchange/rounds.js";
import { within } from "../exchange/within.js";
import { EndedTask } from "./ended-task.js";
import { FollowedTask } from "./followed-task.js";
import { mirrorsArguments, noFacts, type ToolFacts } from "./tool-facts.js";
import type { FactsByName, ToolList } from "./tool-list.js";
import { OutputMismatch, ToolResults } from "./tool-results.js";

export type StartOptions = CallOptions & { readonly ttlMs?: number };

const noOptions: CallOptions = {};

/** Calls the tools of a server. */
export class Tools {
  readonly #exchange: Exchange;
  readonly #list: ToolList;
  readonly #capabilities: () => ServerCapabilities;
  readonly #results: ToolResults;

  constructor(exchange: Exchange, list: ToolList, capabilities: () => ServerCapabilities) {
    this.#exchange = exchange;
    this.#list = list;
    this.#capabilities = capabilities;
    this.#results = new ToolResults(exchange);
  }

  /** Calls a tool. Before the first call the tools are listed, for their output schemas and headers. */
  call(name: string, args: JsonObject, options = noOptions): Promise<CallToolResult> {
    const { facts } = this.#list;
    if (facts) return this.#call(facts.get(name) ?? noFacts, name, args, options);
    if (!this.#needsFacts(options)) return this.#call(noFacts, name, args, options);
    return this.#learnt(options).then((learnt) =>
      this.#call(learnt.get(name) ?? noFacts, name, args, options),
    );
  }

  /** Calls a tool as a task, if the server makes one of it. */
  async start(name: string, args: JsonObject, options: StartOptions): Promise<RunningTask> {
    const known = this.#list.facts ?? (await this.#learnt(options));
    return this.#start(known.get(name) ?? noFacts, name, args, options);
  }

  /** Returns a task that was started earlier. Its output schema is not known. */
  resume(taskId: string): RunningTask {
    const task = { taskId, status: "working" } as const;
    return new FollowedTask(this.#exchange, task, (result) =>
      this.#results.read(noFacts, `of the task ${taskId}`, result, noOptions),
    );
  }

  /** Lists the tools for a call, which may be given up before. */
  #learnt(options: CallOptions): Promise<FactsByName> {
    return within(
      () => this.#list.learn(),
      options,
      (ms) =>
        this.#exchange.timeoutError(
          `did not list its tools, which comes before the first call, within ${ms} ms`,
        ),
    );
  }

  #needsFacts({ checkOutput }: CallOptions): boolean {
    const { revision } = this.#exchange;
    // At 2025-11-25 a tool may have to be called as a task.
    return checkOutput !== false || mirrorsArguments(this.#exchange) || revision === "2025-11-25";
  }

  #call(
    facts: ToolFacts,
    name: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<CallToolResult> {
    if (facts.taskSupport === "required" && this.#makesLegacyTasks()) {
      return this.#start(facts, name, args, options).then((task) => outcomeOf(task, options));
    }
    return this.#send(facts, callOf(name, args), args, options, (result) =>
      result["resultType"] === "task"
        ? outcomeOf(this.#followed(facts, name, result, options), options)
        : this.#read(facts, name, result, options),
    );
  }

  async #start(
    facts: ToolFacts,
    name: string,
    args: JsonObject,
    options: StartOptions,
  ): Promise<RunningTask> {
    const { revision } = this.#exchange;
    const call = callOf(name, args);
    const isLegacy =
      (facts.taskSupport === "optional" || facts.taskSupport === "required") &&
      this.#makesLegacyTasks();
    if (isLegacy) call["task"] = options.ttlMs === undefined ? {} : { ttl: options.ttlMs };
    const sending = isModern(revision) ? { ...options, withTasks: true } : options;
    return this.#send<RunningTask>(facts, call, args, sending, (result) => {
      const created = decodeCreatedTask(result, revision);
      if (created) return this.#followed(facts, name, result, options);
      const read = this.#read(facts, name, result, options);
      return read instanceof Promise
        ? read.then((done) => new EndedTask(done))
        : new EndedTask(read);
    });
  }

  /** Follows the task that a call became. */
  #followed(
    facts: ToolFacts,
    name: string,
    result: JsonObject,
    options: CallOptions,
  ): FollowedTask {
    const { task } = decodeCreatedTask(result, this.#exchange.revision)!;
    return new FollowedTask(this.#exchange, task, (last) => this.#read(facts, name, last, options));
  }

  #makesLegacyTasks(): boolean {
    if (this.#exchange.revision !== "2025-11-25") return false;
    const requests = member(this.#capabilities().tasks ?? {}, "requests");
    const tools = isObject(requests) ? member(requests, "tools") : undefined;
    return isObject(tools) && member(tools, "call") !== undefined;
  }

  #send<T>(
    facts: ToolFacts,
    call: JsonObject,
    args: JsonObject,
    options: ExchangeOptions,
    read: ReadResult<T>,
  ): Promise<T> {
    const mirrors = mirrorsArguments(this.#exchange);
    const sent = facts.headers.length === 0 ? options : withHeaders(facts, args, options);
    const called = requestInRounds(this.#exchange, "tools/call", call, sent, read);
    if (!isModern(this.#exchange.revision)) return called;
    return called.catch(async (error: unknown) => {
      if (!(error instanceof McpCallError)) throw error;
      if (demandsTasks(error) && !sent.withTasks) {
        // The tool runs only as a task, which no list of tools says.
        return requestInRounds(
          this.#exchange,
          "tools/call",
          call,
          { ...sent, withTasks: true },
          read,
        );
      }
      if (!mirrors || error.code !== errorCodes.headerMismatch) throw error;
      // The schema that says which arguments to repeat has changed.
      const learnt = await this.#list.learn(true);
      const known = learnt.get(call["name"] as string) ?? noFacts;
      return requestInRounds(
        this.#exchange,
        "tools/call",
        call,
        withHeaders(known, args, options),
        read,
      );
    });
  }

  /** Reads a result. If it breaks an output schema that may be outdated, the tools are listed again first. */
  #read(
    facts: ToolFacts,
    name: string,
    result: JsonObject,
    options: CallOptions,
  ): CallToolResult | Promise<CallToolResult> {
    try {
      return this.#results.read(facts, name, result, options);
    } catch (error) {
      if (!(error instanceof OutputMismatch) || !this.#list.isSuspect) throw error;
      return this.#list.learn(true).then((learnt: FactsByName) => {
        const now = learnt.get(name);
        // The compiled schema was kept if the schema is the same.
        if (!now || now.checker === facts.checker) throw error;
        return this.#results.read(now, name, result, options);
      });
    }
  }
}

/**
 * Waits for the task that a call became. A call that is given up takes its task with it.
 *
 * @see MCP 2025-11-25, Cancellation, Behavior Requirements: a task is cancelled by `tasks/cancel`
 */
async function outcomeOf(task: RunningTask, options: CallOptions): Promise<CallToolResult> {
  try {
    return await task.result(options);
  } catch (error) {
    if (options.signal?.aborted || error instanceof McpTimeoutError) {
      task.cancel().catch(() => undefined);
    }
    throw error;
  }
}

/** Whether a call is refused because it may not become a task. @see SEP-2663, Capabilities */
function demandsTasks({ code, data }: McpCallError): boolean {
  if (code !== errorCodes.missingClientCapability || !isObject(data)) return false;
  const required = member(data, "requiredCapabilities");
  const extensions = isObject(required) ? member(required, "extensions") : undefined;
  return isObject(extensions) && member(extensions, tasksExtension) !== undefined;
}

function callOf(name: string, args: JsonObject): Record<string, unknown> {
  const call = { name, arguments: args };
  if (hasDigits(args)) markHolder(call);
  return call;
}

function withHeaders(
  { headers }: ToolFacts,
  args: JsonObject,
  options: ExchangeOptions,
): ExchangeOptions {
  return { ...options, headers: parameterHeaders(headers, args) };
}
