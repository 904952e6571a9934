import { encodeCallResult } from "../../protocol/codec/codec.js";
import type { ResultFacts, ResultWriter } from "../../protocol/codec/codec-writer.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Log } from "../../protocol/log.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { Caller } from "../../session/caller.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { ownerOf } from "../../session/owner.js";
import { mayUse } from "../../session/scope-check.js";
import type { State } from "../../state/state.js";
import { checkAnswer } from "../../protocol/questions/check-answer.js";
import type { LazySealer } from "../client-input/lazy-sealer.js";
import { inputRequiredFacts } from "../client-input/rounds-model.js";
import type { ServerOptions } from "../types/server-options.js";
import { textParameter } from "../../session/request-params.js";
import type { TaskRepository } from "./repository.js";
import type { TaskSettings } from "./settings.js";
import { declaresTasks, missingTasks } from "./policy.js";
import {
  answeredTask,
  changedTask,
  isTerminal,
  ownsTask,
  type TaskAnswer,
  type TaskRecord,
} from "./record.js";
import { unknownTask, waitForTask } from "./wait.js";
import { TaskRunner, type TaskCall } from "./runner.js";
import { detailedTask, legacyTask, plainTask, withRelatedTask, writeTask } from "./encoding.js";

/** Default and maximum number of tasks on a page. */
const maxPageSize = 100;

/** Marks a result that is a task. */
const taskFacts: ResultFacts = { resultType: "task" };

/** The part of a server that its tasks need. */
export interface TaskHost {
  readonly state: Pick<State, "tasks" | "bus">;
  readonly sealer: LazySealer;
  readonly log: Log;
  readonly results: ResultWriter;
  readonly options: Pick<ServerOptions, "tasks" | "pageSize">;
}

/** The tasks that a client may see. */
export interface VisibleTasks {
  readonly ids: readonly string[];
  /** Reports the current and all later states of each task. @returns stops following */
  follow(notify: (task: JsonObject) => void): () => void;
}

/** Answers the requests that begin tasks or concern them. */
export class TaskRequests {
  readonly #runner: TaskRunner;
  readonly #repository: TaskRepository;
  readonly #host: TaskHost;

  constructor(host: TaskHost, settings: TaskSettings) {
    const { state, sealer, log } = host;
    this.#runner = new TaskRunner(state, sealer, log, settings);
    this.#repository = this.#runner.repository;
    this.#host = host;
  }

  /** Begins a tool call as a task, and answers with the task or with questions. */
  async begin(request: IncomingRequest, call: TaskCall): Promise<string> {
    const { results } = this.#host;
    const { protocolVersion } = request;
    const outcome = await this.#runner.begin(request, call);
    if (outcome.kind === "input_required") {
      return results.write(outcome.result, protocolVersion, inputRequiredFacts);
    }
    return isModern(protocolVersion)
      ? writeTask(results, plainTask(outcome.value), taskFacts)
      : results.write({ task: legacyTask(outcome.value) }, protocolVersion);
  }

  /** `tasks/get` */
  async get(request: IncomingRequest): Promise<string> {
    const record = await this.#find(request);
    const { protocolVersion } = request;
    return isModern(protocolVersion)
      ? writeTask(this.#host.results, detailedTask(record))
      : this.#host.results.write(legacyTask(record), protocolVersion);
  }

  /** `tasks/update` @see SEP-2663, Task Update Requests */
  async update(request: IncomingRequest): Promise<string> {
    const { id } = await this.#find(request);
    const responses = member(request.params, "inputResponses");
    if (!isObject(responses))
      throw invalidParams("`tasks/update` needs `inputResponses`, an object.");
    const updated = await this.#repository.change(id, (record) => {
      const answers = new Map<string, TaskAnswer>();
      for (const [key, { method, params }] of Object.entries(record.questions ?? {})) {
        const response = member(responses, key);
        // A misfit is an error because clients don't show the same question twice.
        if (response !== undefined) {
          answers.set(key, { result: checkAnswer(method, params, response) });
        }
      }
      return answers.size === 0 || isTerminal(record) ? undefined : answeredTask(record, answers);
    });
    if (!updated) throw unknownTask();
    return this.#host.results.write({}, request.protocolVersion);
  }

  /** `tasks/cancel` @see MCP 2025-11-25, Tasks, Task Cancellation; SEP-2663, Task Cancellation */
  async cancel(request: IncomingRequest): Promise<string> {
    const { id } = await this.#find(request);
    const { protocolVersion } = request;
    const cancelled = await this.#repository.change(id, (record) => {
      if (!isTerminal(record)) {
        const statusMessage = "The task was cancelled by request.";
        return changedTask(record, { status: "cancelled", statusMessage });
      }
      if (isModern(protocolVersion)) return undefined;
      throw invalidParams(
        `The task is ${legacyTask(record)["status"] as string} and can't be cancelled.`,
      );
    });
    if (!cancelled) throw unknownTask();
    return this.#host.results.write(
      isModern(protocolVersion) ? {} : legacyTask(cancelled),
      protocolVersion,
    );
  }

  /** `tasks/result` @see MCP 2025-11-25, Tasks, Retrieving Task Results */
  async result(request: IncomingRequest): Promise<string> {
    const found = await this.#find(request);
    const record = isTerminal(found) ? found : await waitForTask(this.#runner, request, found.id);
    const { result, error, id } = record;
    const { protocolVersion } = request;
    if (error) throw new ProtocolError(error.code, error.message, error.data);
    if (!result) {
      throw new ProtocolError(
        errorCodes.internalError,
        "The task was cancelled and has no result.",
      );
    }
    const encoded = withRelatedTask(encodeCallResult(result, protocolVersion), id);
    return this.#host.results.write(encoded, protocolVersion);
  }

  /** `tasks/list` @see MCP 2025-11-25, Tasks, Listing Tasks */
  async list(request: IncomingRequest): Promise<string> {
    const owner = ownerOf(request.caller, request.session?.id) as string;
    const after = await this.#readCursor(request);
    const pageSize = Math.min(this.#host.options.pageSize || maxPageSize, maxPageSize);
    const ids = await this.#repository.list(owner, after, pageSize + 1);
    const shown = ids.slice(0, pageSize);
    const records = await Promise.all(shown.map((id) => this.#repository.load(id)));
    const tasks = records.filter((record) => record !== undefined).map(legacyTask);
    const last = ids.length > pageSize ? shown.at(-1) : undefined;
    const nextCursor = last && Buffer.from(last).toString("base64url");
    return this.#host.results.write({ tasks, nextCursor }, request.protocolVersion);
  }

  /** Returns those of the tasks that exist and that the caller may see. */
  async visible(request: IncomingRequest, taskIds: readonly string[]): Promise<VisibleTasks> {
    const records = await Promise.all([...new Set(taskIds)].map((id) => this.#repository.load(id)));
    const ids = records.flatMap((record) =>
      record && ownsTask(request, record) && mayUse(request, record.scopes ?? [])
        ? [record.id]
        : [],
    );
    return {
      ids,
      follow: (notify) => {
        const stops = ids.map((id) => this.#follow(id, notify));
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }

  /** Returns the scopes that requests about a task need; none for a task of another caller, which looks like no task. */
  async scopesOf(id: string, caller: Caller): Promise<readonly string[]> {
    const record = await this.#repository.load(id);
    return (record && ownsTask({ caller }, record) && record.scopes) || [];
  }

  /** Ends the tasks that run in this process. */
  close(): Promise<void> {
    return this.#runner.close();
  }

  #follow(id: string, notify: (task: JsonObject) => void): () => void {
    const stop = this.#repository.follow(id, (record) => {
      if (record) notify(detailedTask(record));
      if (!record || isTerminal(record)) stop();
    });
    return stop;
  }

  /** Returns the id after which the page begins. @throws ProtocolError -32602 if the cursor is not valid */
  async #readCursor(request: IncomingRequest): Promise<string | undefined> {
    const cursor = member(request.params, "cursor");
    if (cursor === undefined) return undefined;
    const id = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "";
    const record = await this.#repository.load(id);
    if (record && ownsTask(request, record)) return id;
    throw invalidParams("The cursor is invalid or has expired.");
  }

  /** Loads the task that a request names. @throws ProtocolError -32021 if the client lacks the extension, -32602 */
  async #find(request: IncomingRequest): Promise<TaskRecord> {
    if (isModern(request.protocolVersion) && !declaresTasks(request)) throw missingTasks();
    const record = await this.#repository.load(textParameter(request, "taskId"));
    if (!record || !ownsTask(request, record)) throw unknownTask();
    return record;
  }
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
