import { notificationMessage } from "../../protocol/json-rpc.js";
import type { Session } from "../../session/session.js";
import type { Change } from "./changes.js";

/** Notifies a session of a change, if it subscribes to it. @see MCP 2025-11-25, Resources, Subscriptions */
export function notifySession(session: Session, change: Change): void {
  const { initialized, subscriptions, protocolVersion } = session.facts;
  if (!initialized) return;
  switch (change.kind) {
    case "tools":
    case "prompts":
    case "resources":
      session.push(notificationMessage(`notifications/${change.kind}/list_changed`, {}));
      return;
    case "resource":
      if (!subscriptions.includes(change.uri)) return;
      session.push(notificationMessage("notifications/resources/updated", { uri: change.uri }));
      return;
    case "elicitation": {
      if (protocolVersion !== "2025-11-25") return;
      const { elicitationId } = change;
      session.push(notificationMessage("notifications/elicitation/complete", { elicitationId }));
      return;
    }
  }
}
