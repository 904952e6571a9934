import type { IncomingRequest } from "../../../session/incoming-request.js";
import { andThen, recover, type MaybePromise } from "../../../session/maybe-promise.js";
import { mayUse } from "../../../session/scope-check.js";
import { RequestContext } from "../../client-input/request-context.js";
import { findSubscribed } from "../../registry/find-resource.js";
import type { ServerCore } from "../method.js";

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
