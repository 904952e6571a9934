/** Decides which calls become tasks. */
import { tasksExtension } from "../../protocol/envelope.js";
import { isObject, member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Registry, ToolEntry } from "../registry/registry.js";
import type { ServerOptions } from "../types/server-options.js";

/** The part of a server that decides whether it has tasks. */
export interface TaskOffer {
  readonly registry: Pick<Registry, "tools">;
  readonly options: Pick<ServerOptions, "tasks">;
}

/** Whether a call of some tool may become a task, or the server has options for tasks. */
export function offersTasks({ registry, options }: TaskOffer): boolean {
  if (options.tasks) return true;
  for (const { task } of registry.tools.values()) {
    if (task === "optional" || task === "required") return true;
  }
  return false;
}

/**
 * Whether a call becomes a task. Since 2026-07-28 the server decides, for clients that declare the extension; at
 * 2025-11-25 the client decides.
 *
 * @throws ProtocolError -32021 or -32601 if the tool can't be called in this way
 * @see SEP-2663, Capability Negotiation; MCP 2025-11-25, Tasks, Tool-Level Negotiation
 */
export function becomesTask(
  { task = "forbidden" }: ToolEntry,
  request: IncomingRequest,
  offer: TaskOffer,
): boolean {
  const { protocolVersion } = request;
  if (isModern(protocolVersion)) {
    if (task === "forbidden") return false;
    if (declaresTasks(request)) return true;
    if (task === "required") throw missingTasks();
    return false;
  }
  const isRequested =
    protocolVersion === "2025-11-25" && member(request.params, "task") !== undefined;
  if (isRequested && task === "forbidden" && offersTasks(offer)) {
    throw new ProtocolError(errorCodes.methodNotFound, "This tool can't be called as a task.");
  }
  if (!isRequested && task === "required") {
    throw new ProtocolError(
      errorCodes.methodNotFound,
      protocolVersion === "2025-11-25"
        ? "This tool can only be called as a task: add `task` to the request."
        : `This tool can only be called as a task, and protocol version ${protocolVersion} has no tasks.`,
    );
  }
  return isRequested && task !== "forbidden";
}

/** Whether the client of the request declares the tasks extension. */
export function declaresTasks({ envelope }: IncomingRequest): boolean {
  const extensions = envelope && member(envelope.clientCapabilities, "extensions");
  return isObject(extensions) && isObject(member(extensions, tasksExtension));
}

/** Makes the error for a client that does not declare the extension. @see SEP-2663, Capability Negotiation */
export function missingTasks(): ProtocolError {
  return new ProtocolError(
    errorCodes.missingClientCapability,
    `The client must declare the extension ${tasksExtension}.`,
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
  );
}
