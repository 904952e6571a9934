import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskRecord } from "./record.js";

/**
 * To whom what a request creates belongs: the user, else the session. Undefined where neither is known: then a task's
 * id, which nobody can guess, is all that protects it.
 *
 * @see MCP 2025-11-25, Tasks, Task Isolation and Access Control
 */
export function ownerOf({ caller, session }: IncomingRequest): string | undefined {
  if (caller) return `user:${caller.subject}`;
  return session?.id === undefined ? undefined : `session:${session.id}`;
}

/** True when a request may see and change a task. */
export function ownsTask(request: IncomingRequest, { owner }: TaskRecord): boolean {
  return owner === undefined || owner === ownerOf(request);
}
