import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskRecord } from "./record.js";

/**
 * Returns the owner of a task that the request creates: its user, or else its session. Undefined if neither is known;
 * then only its unguessable id protects the task.
 *
 * @see MCP 2025-11-25, Tasks, Task Isolation and Access Control
 */
export function ownerOf({ caller, session }: IncomingRequest): string | undefined {
  if (caller) return `user:${caller.subject}`;
  return session?.id === undefined ? undefined : `session:${session.id}`;
}

/** Whether a request may see and change a task. */
export function ownsTask(request: IncomingRequest, { owner }: TaskRecord): boolean {
  return owner === undefined || owner === ownerOf(request);
}
