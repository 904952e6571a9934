/** The visits to pages (URL elicitations) that the client of a session was asked to make. */
import { isObject } from "../protocol/json.js";
import type { Session } from "./session.js";

/** Limit of the visits that a session remembers. A user makes few, one after the other. */
const maxVisits = 100;

/** Remembers an id that the client was given with a URL, because no other client may hear of it. */
export function rememberVisit(session: Session, elicitationId: unknown): void {
  const { visits = [] } = session.facts;
  if (typeof elicitationId !== "string" || visits.includes(elicitationId)) return;
  session.change({ visits: [...visits.slice(1 - maxVisits), elicitationId] });
}

/**
 * Remembers the ids of an error that asks for visits.
 *
 * @param data of the error
 * @see MCP 2025-11-25, Elicitation, URL Mode With Elicitation Required Error
 */
export function rememberVisits(session: Session, data: unknown): void {
  const elicitations = isObject(data) ? data["elicitations"] : undefined;
  if (!Array.isArray(elicitations)) return;
  for (const each of elicitations)
    if (isObject(each)) rememberVisit(session, each["elicitationId"]);
}
