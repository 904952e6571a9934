import { IncomingRequest } from "../../../session/incoming-request.js";
import { andThen, recover, type MaybePromise } from "../../../protocol/maybe-promise.js";
import { mayUse } from "../../../session/scope-check.js";
import type { Session } from "../../../session/session.js";
import { RequestContext } from "../../client-input/request-context.js";
import { subscriberHeaders } from "../../notifications/subscriber-headers.js";
import { findSubscribed } from "../../registry/find-resource.js";
import type { ServerCore } from "../method.js";

/** Calls `push` if a session may hear of a change of a resource now. @param lifespan its value */
export async function ifAllowed(
  core: ServerCore,
  session: Session,
  uri: string,
  lifespan: unknown,
  push: () => void,
): Promise<void> {
  if (await mayHear(core, subscriptionOf(session, uri, lifespan), uri)) push();
}

/** Returns the subscription to a resource as a request that its session would send now. */
function subscriptionOf(session: Session, uri: string, lifespan: unknown): IncomingRequest {
  const request = new IncomingRequest({
    ...session.sender,
    id: uri,
    method: "resources/subscribe",
    params: { uri },
    protocolVersion: session.protocolVersion,
    session,
    headers: subscriberHeaders.get(session),
  });
  request.lifespan = lifespan;
  return request;
}

/**
 * Whether a subscriber may hear of a change of a resource now: since he subscribed, his token may have lost a scope, and the
 * resource's guards may decide otherwise.
 *
 * @param request by which he subscribed
 */
export function mayHear(
  { registry }: Pick<ServerCore, "registry">,
  request: IncomingRequest,
  uri: string,
): MaybePromise<boolean> {
  const found = findSubscribed(registry, uri);
  if (!found) return true;
  const { scopes, admitSubscriber } = found;
  if (scopes && !mayUse(request, scopes)) return false;
  if (!admitSubscriber) return true;
  // Also a guard that fails refuses.
  return recover<boolean>(
    () => andThen(admitSubscriber(new RequestContext(request)), () => true),
    () => false,
  );
}
