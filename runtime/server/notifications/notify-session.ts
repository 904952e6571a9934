import { notificationMessage } from "../../protocol/json-rpc.js";
import { normalUri } from "../../resources/uri.js";
import { shareOf } from "../../session/owner.js";
import type { Session } from "../../session/session.js";
import type { Change } from "./changes.js";

/** Calls `push` if the session may hear of the resource now. */
type IfAllowed = (uri: string, push: () => void) => void;

/** Notifies a session of a change, if it subscribes to it. @see MCP 2025-11-25, Resources, Subscriptions */
export function notifySession(session: Session, change: Change, ifAllowed: IfAllowed): void {
  const { initialized, visits, protocolVersion } = session.facts;
  if (!initialized) return;
  switch (change.kind) {
    case "tools":
    case "prompts":
    case "resources":
      session.push(notificationMessage(`notifications/${change.kind}/list_changed`, {}));
      return;
    case "resource":
      if (change.owner === undefined || change.owner === shareOf(session.sender.caller))
        notifySubscriber(session, change.uri, ifAllowed);
      return;
    case "own":
      session.push(notificationMessage(change.method, change.params));
      return;
    case "elicitation": {
      const { elicitationId } = change;
      // An id may tell other users what this one does. MCP 2025-11-25, Elicitation, Completion Notifications.
      if (protocolVersion !== "2025-11-25" || !visits?.includes(elicitationId)) return;
      session.push(notificationMessage("notifications/elicitation/complete", { elicitationId }));
      return;
    }
  }
}

/** Names the resource as the client wrote it, which knows it by no other spelling. */
function notifySubscriber(session: Session, uri: string, ifAllowed: IfAllowed): void {
  const subscribed = spellingsOf(session.facts.subscriptions).get(normalUri(uri));
  if (subscribed === undefined) return;
  ifAllowed(uri, () => {
    session.push(notificationMessage("notifications/resources/updated", { uri: subscribed }));
  });
}

/** Whether a session is subscribed to a resource, by any spelling of its URI. */
export function hears({ facts }: Session, uri: string): boolean {
  return spellingsOf(facts.subscriptions).has(normalUri(uri));
}

const spellings = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** Returns the URIs by their normal spelling. Kept, because a change is compared with those of every session. */
function spellingsOf(subscriptions: readonly string[]): ReadonlyMap<string, string> {
  let known = spellings.get(subscriptions);
  if (!known) {
    known = new Map(subscriptions.map((uri) => [normalUri(uri), uri]));
    spellings.set(subscriptions, known);
  }
  return known;
}
