import { defined } from "../../protocol/defined.js";
import { member, type JsonObject } from "../../protocol/json.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import type { Log } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { ToolTimeoutError } from "../../protocol/tool-error.js";
import { isModern } from "../../protocol/revisions.js";
import { ownerOf } from "../../session/owner.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { State } from "../../state/state.js";
import { checkRequired } from "../client-input/client-capabilities.js";
import { CallMemory } from "../client-input/call-memory.js";
import type { LazySealer } from "../client-input/lazy-sealer.js";
import { RequestContext } from "../client-input/request-context.js";
import { bindingFor, RequestStateSealer } from "../client-input/request-state.js";
import { runRounds } from "../client-input/rounds.js";
import type { Outcome } from "../client-input/rounds-model.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolEntry } from "../registry/registry.js";
import { WorkerLimit } from "./worker-limit.js";
import { firstPhase } from "./first-phase.js";
import { TaskRequester, type EarlierRounds } from "./requester.js";
import { TaskRepository } from "./repository.js";
import { endWith, endWithError, type EndedCall, type TaskEnd } from "./outcome.js";
import { TaskHandler } from "./handler.js";
import { TaskListeners } from "./listeners.js";
import type { TaskSettings } from "./settings.js";
import type { TaskStatus } from "../../protocol/model.js";
import type { TaskRecord } from "./record.js";
import { taskRequest } from "./request.js";
import { TaskRun } from "./run.js";
import { grantedTtl, requestedTtl } from "./request.js";
import { legacyTask } from "./encoding.js";

/** A tool call that becomes a task. */
export interface TaskCall {
  readonly tool: ToolEntry;
  readonly name: string;
  readonly args: JsonObject;
}

/** A running task. */
interface Job {
  readonly run: TaskRun;
  readonly handler: TaskHandler;
  readonly requester: TaskRequester;
  /** The request that the handler sees. */
  readonly request: IncomingRequest;
  readonly tool: string;
  /** Frees the place of the task in the limit. */
  readonly leave: () => void;
  /** Offers the error of a call that took too long to exception handlers. */
  readonly late?: (error: Error) => CallToolResult | Promise<CallToolResult>;
}

/** Runs tools as tasks, independent of the request that began them. Every process can find a task by its id. */
export class TaskRunner {
  readonly repository: TaskRepository;
  readonly listeners = new TaskListeners();
  readonly #sealer: LazySealer;
  readonly #settings: TaskSettings;
  readonly log: Log;
  readonly #limit: WorkerLimit;
  /** The tasks that run in this process, each with a promise of its end. */
  readonly #jobs = new Map<TaskRun, Promise<void>>();
  #closed = false;

  constructor(
    state: Pick<State, "tasks" | "bus">,
    sealer: LazySealer,
    log: Log,
    settings: TaskSettings,
  ) {
    this.repository = new TaskRepository(state, log);
    this.log = log;
    this.#sealer = sealer;
    this.#settings = settings;
    this.#limit = new WorkerLimit(settings);
  }

  /**
   * Begins a task for a call. Since 2026-07-28 the call may end with questions instead, if the handler returns them
   * before its work.
   *
   * @returns the created task, already stored
   * @throws ProtocolError -32602 for a malformed `task`, -32603 if there are too many tasks; what `runRounds` throws
   * @see MCP 2025-11-25, Tasks, Creating Tasks; SEP-2663, Task Creation
   */
  async begin(request: IncomingRequest, call: TaskCall): Promise<Outcome<TaskRecord>> {
    if (!isModern(request.protocolVersion)) {
      return { kind: "done", value: await this.#beginAtOnce(request, call) };
    }
    const { tool, name, args } = call;
    if (tool.requires) checkRequired(tool.requires, request);
    const binding = { method: "tools/call", name, args };
    return runRounds(request, binding, { sealer: this.#sealer }, (ctx) =>
      this.#beginOrAsk(request, call, ctx),
    );
  }

  /** Fails the tasks that run in this process, because no other process can continue them. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const run of this.#jobs.keys()) run.abort(stopped());
    await Promise.all(this.#jobs.values());
  }

  async #beginAtOnce(request: IncomingRequest, call: TaskCall): Promise<TaskRecord> {
    const ttlMs = grantedTtl(requestedTtl(request), this.#settings);
    const job = this.#prepare(request, call, ttlMs, undefined);
    try {
      await job.run.create();
    } catch (error) {
      job.leave();
      throw error;
    }
    // The response must precede everything that the handler sends.
    setImmediate(() => this.#work(job, job.handler.once()));
    return job.run.record;
  }

  /** @see SEP-2663, Composition with Multi Round-Trip Requests */
  async #beginOrAsk(
    request: IncomingRequest,
    call: TaskCall,
    ctx: CallContext,
  ): Promise<TaskRecord | InputRequired> {
    const sealed = member(request.params, "requestState");
    const { name, args } = call;
    const binding = bindingFor(request, { method: "tools/call", name, args });
    const sealer = this.#sealer.made(RequestStateSealer);
    const opened = sealed === undefined ? undefined : sealer.open(sealed, binding);
    const { once } = new CallMemory(opened as JsonObject | undefined);
    const job = this.#prepare(request, call, this.#settings.ttlMs, { ctx, once });
    const onAbort = (): void => job.run.abort(request.signal.reason);
    request.signal.addEventListener("abort", onAbort, { once: true });
    try {
      const { first, questions } = await firstPhase(job.handler, job.run);
      if (questions) {
        job.leave();
        return questions;
      }
      // The client of a cancelled request would never learn of the task.
      request.signal.throwIfAborted();
      job.requester.begin();
      await job.run.create();
      this.#work(job, first);
      return job.run.record;
    } catch (error) {
      job.run.abort(error);
      job.leave();
      throw error;
    } finally {
      request.signal.removeEventListener("abort", onAbort);
    }
  }

  #prepare(
    request: IncomingRequest,
    { tool, name, args }: TaskCall,
    ttlMs: number,
    earlier: EarlierRounds | undefined,
  ): Job {
    const owner = ownerOf(request.caller, request.session?.id);
    const scopes = tool.scopesOf?.(args) ?? tool.scopes;
    const leave = this.#limit.enter(owner);
    const now = new Date().toISOString();
    const record: TaskRecord = {
      id: crypto.randomUUID(),
      ...defined({ owner, scopes }),
      status: "working",
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs,
      pollIntervalMs: this.#settings.pollIntervalMs,
    };
    const run = new TaskRun(this.repository, record, this.log, statusNotifier(request));
    if (tool.timeoutMs !== undefined) run.limit(tool.timeoutMs);
    const requester = new TaskRequester(run, request, earlier);
    const seen = taskRequest(request, record.id, (text) =>
      this.listeners.notify(record.id, request.session, text),
    );
    const handler = new TaskHandler(run, seen, requester, async (ctx) => {
      if (tool.requires) checkRequired(tool.requires, request);
      return tool.call(args, ctx);
    });
    const { handleLate } = tool;
    const late =
      handleLate && ((error: Error) => handleLate(error, args, new RequestContext(seen)));
    return { run, handler, requester, request: seen, tool: name, leave, ...defined({ late }) };
  }

  #work(job: Job, first: Promise<CallToolResult | InputRequired>): void {
    const { run } = job;
    const done = this.#finish(job, first).finally(() => this.#jobs.delete(run));
    this.#jobs.set(run, done);
    if (this.#closed) run.abort(stopped());
  }

  /** Never throws. */
  async #finish(job: Job, first: Promise<CallToolResult | InputRequired>): Promise<void> {
    const { run, handler, request, tool } = job;
    const call = () => ({
      tool,
      revision: request.protocolVersion,
      log: run.signal.aborted ? undefined : this.log,
    });
    const finished = handler.finish(first);
    // A handler that ignores the abort still counts towards the limit.
    finished.then(job.leave, job.leave);
    let end: TaskEnd;
    try {
      const result = await Promise.race([finished, run.aborted]);
      request.settle();
      end = endWith(result, call());
    } catch (error) {
      request.settle();
      end = await endLate(error, job, call());
    }
    await run.settle(end);
  }
}

/** Ends a task whose tool threw, or took too long, which exception handlers may have a say in. */
async function endLate(error: unknown, { late }: Job, call: EndedCall): Promise<TaskEnd> {
  if (!late || !(error instanceof ToolTimeoutError)) return endWithError(error, call);
  try {
    return endWith(await late(error), call);
  } catch (thrown) {
    return endWithError(thrown, call);
  }
}

function stopped(): ProtocolError {
  const message = "The server stopped before the task was done.";
  return new ProtocolError(errorCodes.internalError, message);
}

/** Makes a function that notifies a session of each new status of a task. @see MCP 2025-11-25, Tasks, Task Status Notification */
function statusNotifier({ session }: IncomingRequest): (record: TaskRecord) => void {
  let notified: TaskStatus = "working";
  return (record) => {
    if (!session?.facts.initialized || record.status === notified) return;
    notified = record.status;
    session.push(notificationMessage("notifications/tasks/status", legacyTask(record)));
  };
}
