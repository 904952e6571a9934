import { encodeCallResult } from "../../protocol/codec.js";
import { isObject, member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { checkAnswer } from "../asking/check-answer.js";
import { ownerOf, ownsTask } from "../tasks/task-owner.js";
import { declaresTasks, missingTasks, offersTasks } from "../tasks/task-policy.js";
import {
  answeredTask,
  changedTask,
  isTerminal,
  type TaskAnswer,
  type TaskRecord,
} from "../tasks/task-record.js";
import { unknownTask, waitForTask } from "../tasks/task-result.js";
import { detailedTask, legacyTask, withRelatedTask, writeTask } from "../tasks/task-wire.js";
import type { Methods, ServerCore } from "./method.js";
import { textParameter } from "./params.js";

/** On a page of the list, where the server does not say. */
const defaultPageSize = 100;

/** @see MCP 2025-11-25, Tasks; SEP-2663, Tasks Extension */
export function taskMethods(core: ServerCore): Methods {
  const serves = (request: IncomingRequest | undefined): boolean =>
    (request === undefined || request.protocolVersion >= "2025-11-25") && offersTasks(core);
  const lists = (request: IncomingRequest | undefined): boolean =>
    serves(request) && (request === undefined || ownerOf(request) !== undefined);
  return [
    ["tasks/get", { eras: "both", serves, handle: (request) => getTask(core, request) }],
    ["tasks/update", { eras: "modern", serves, handle: (request) => updateTask(core, request) }],
    ["tasks/cancel", { eras: "both", serves, handle: (request) => cancelTask(core, request) }],
    ["tasks/result", { eras: "legacy", serves, handle: (request) => taskResult(core, request) }],
    [
      "tasks/list",
      { eras: "legacy", serves: lists, handle: (request) => listTasks(core, request) },
    ],
  ];
}

async function getTask(core: ServerCore, request: IncomingRequest): Promise<string> {
  const record = await findTask(core, request);
  const { protocolVersion } = request;
  return isModern(protocolVersion)
    ? writeTask(core.results, detailedTask(record))
    : core.results.write(legacyTask(record), protocolVersion);
}

/** @see SEP-2663, Task Update Requests */
async function updateTask(core: ServerCore, request: IncomingRequest): Promise<string> {
  const { id } = await findTask(core, request);
  const responses = member(request.params, "inputResponses");
  if (!isObject(responses)) throw wrongTask("`tasks/update` needs `inputResponses`: an object.");
  const updated = await core.tasks.board.change(id, (record) => {
    const answers = new Map<string, TaskAnswer>();
    for (const [key, { method, params }] of Object.entries(record.questions ?? {})) {
      const response = member(responses, key);
      // The client would not show a question twice: one that is answered badly has to be told so.
      if (response !== undefined)
        answers.set(key, { result: checkAnswer(method, params, response) });
    }
    return answers.size === 0 || isTerminal(record) ? undefined : answeredTask(record, answers);
  });
  if (!updated) throw unknownTask();
  return core.results.write({}, request.protocolVersion);
}

/** @see MCP 2025-11-25, Tasks, Task Cancellation; SEP-2663, Task Cancellation */
async function cancelTask(core: ServerCore, request: IncomingRequest): Promise<string> {
  const { id } = await findTask(core, request);
  const { protocolVersion } = request;
  const cancelled = await core.tasks.board.change(id, (record) => {
    if (!isTerminal(record)) {
      const statusMessage = "The task was cancelled by request.";
      return changedTask(record, { status: "cancelled", statusMessage });
    }
    if (isModern(protocolVersion)) return undefined;
    throw wrongTask(
      `The task is ${legacyTask(record)["status"] as string} and can't be cancelled.`,
    );
  });
  if (!cancelled) throw unknownTask();
  return core.results.write(
    isModern(protocolVersion) ? {} : legacyTask(cancelled),
    protocolVersion,
  );
}

/** @see MCP 2025-11-25, Tasks, Retrieving Task Results */
async function taskResult(core: ServerCore, request: IncomingRequest): Promise<string> {
  const found = await findTask(core, request);
  const record = isTerminal(found) ? found : await waitForTask(core.tasks, request, found.id);
  const { result, error, id } = record;
  const { protocolVersion } = request;
  if (error) throw new ProtocolError(error.code, error.message, error.data);
  if (!result) {
    throw new ProtocolError(errorCodes.internalError, "The task was cancelled: it has no result.");
  }
  const encoded = withRelatedTask(encodeCallResult(result, protocolVersion), id);
  return core.results.write(encoded, protocolVersion);
}

/** @see MCP 2025-11-25, Tasks, Listing Tasks */
async function listTasks(core: ServerCore, request: IncomingRequest): Promise<string> {
  const { board } = core.tasks;
  const owner = ownerOf(request) as string;
  const after = await readCursor(core, request);
  const pageSize = Math.min(core.options.pageSize ?? defaultPageSize, defaultPageSize);
  const ids = await board.list(owner, after, pageSize + 1);
  const shown = ids.slice(0, pageSize);
  const records = await Promise.all(shown.map((id) => board.load(id)));
  const tasks = records.filter((record) => record !== undefined).map(legacyTask);
  const last = ids.length > pageSize ? shown.at(-1) : undefined;
  const nextCursor = last && Buffer.from(last).toString("base64url");
  return core.results.write({ tasks, nextCursor }, request.protocolVersion);
}

/** The id after which the page begins. @throws ProtocolError -32602 for a cursor that is none of ours */
async function readCursor(core: ServerCore, request: IncomingRequest): Promise<string | undefined> {
  const cursor = member(request.params, "cursor");
  if (cursor === undefined) return undefined;
  const id = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "";
  const record = await core.tasks.board.load(id);
  if (record && ownsTask(request, record)) return id;
  throw wrongTask("The cursor is not valid, or no longer.");
}

/** The task that a request names. @throws ProtocolError -32021 for a client without tasks, -32602 */
async function findTask(core: ServerCore, request: IncomingRequest): Promise<TaskRecord> {
  if (isModern(request.protocolVersion) && !declaresTasks(request)) throw missingTasks();
  const record = await core.tasks.board.load(textParameter(request, "taskId"));
  if (!record || !ownsTask(request, record)) throw unknownTask();
  return record;
}

function wrongTask(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
