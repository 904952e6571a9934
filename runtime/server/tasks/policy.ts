/** Which calls become tasks. */
import { isObject, member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Registry, ToolEntry } from "../registry/registry.js";
import type { ServerOptions } from "../types/server-options.js";

export const tasksExtension = "io.modelcontextprotocol/tasks";

/** What tells whether a server has tasks. */
export interface TaskOffer {
  readonly registry: Pick<Registry, "tools">;
  readonly options: Pick<ServerOptions, "tasks">;
}

/** True when some tool may become a task, or the server says that there may be tasks. */
export function offersTasks({ registry, options }: TaskOffer): boolean {
  if (options.tasks) return true;
  for (const { task } of registry.tools.values()) {
    if (task === "optional" || task === "required") return true;
  }
  return false;
}

/**
 * Whether a call becomes a task. Since 2026-07-28 the server decides, for clients that declare the extension; at
 * 2025-11-25 the client does.
 *
 * @throws ProtocolError -32021 or -32601 when the tool can't be called in this way
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
  const asked = protocolVersion === "2025-11-25" && member(request.params, "task") !== undefined;
  if (asked && task === "forbidden" && offersTasks(offer)) {
    throw new ProtocolError(errorCodes.methodNotFound, "This tool can't be called as a task.");
  }
  if (!asked && task === "required") {
    throw new ProtocolError(
      errorCodes.methodNotFound,
      protocolVersion === "2025-11-25"
        ? "This tool can be called as a task only: the request needs `task`."
        : `This tool can be called as a task only, and protocol version ${protocolVersion} has none.`,
    );
  }
  return asked && task !== "forbidden";
}

/** True when the request's client declares that it knows tasks. */
export function declaresTasks({ envelope }: IncomingRequest): boolean {
  const extensions = envelope && member(envelope.clientCapabilities, "extensions");
  return isObject(extensions) && isObject(member(extensions, tasksExtension));
}

/** The error for a client that does not. @see SEP-2663, Capability Negotiation */
export function missingTasks(): ProtocolError {
  return new ProtocolError(
    errorCodes.missingClientCapability,
    `This needs a client that declares the extension ${tasksExtension}.`,
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
  );
}
