import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import { findSubscribed } from "../registry/find-resource.js";
import { useCalls } from "./lazy-calls.js";
import { listPage } from "./list-page.js";
import { normalUri } from "../../resources/uri.js";
import { unwatchFor, watchFor } from "../notifications/watched.js";
import { subscriberHeaders } from "../notifications/subscriber-headers.js";
import { offers } from "./capabilities.js";
import type { Methods, ServerCore } from "./method.js";
import { maxStoredLength, textParameter } from "../../session/request-params.js";
import { useLazyHandlers } from "./lazy-handlers.js";

/** Limits the memory that a client can use. */
const maxSubscriptions = 1_000;
/** Maximum length of all URIs of a session together: each subscription stores them all anew. */
const maxSubscribed = 256 * 1024;

/** @see MCP 2026-07-28, Resources */
export function resourceMethods(core: ServerCore): Methods {
  const serves = (): boolean => offers(core, "resources");
  const canSubscribe = (request: IncomingRequest | undefined): boolean =>
    serves() && (request === undefined || request.session !== undefined);
  return [
    [
      "resources/list",
      { eras: "both", serves, names: "nothing", handle: (request) => listPage(core, request) },
    ],
    [
      "resources/templates/list",
      { eras: "both", serves, names: "nothing", handle: (request) => listPage(core, request) },
    ],
    [
      "resources/read",
      {
        eras: "both",
        serves,
        names: "resource",
        handle: (request) =>
          useLazyHandlers(request, ({ readResource }) => readResource(core, request)),
      },
    ],
    // Not lazily loaded, so that a change right after the request is reported.
    [
      "resources/subscribe",
      {
        eras: "legacy",
        serves: canSubscribe,
        names: "resource",
        handle: (request) => subscribe(core, request),
      },
    ],
    [
      "resources/unsubscribe",
      { eras: "legacy", serves: canSubscribe, names: "resource", handle: unsubscribe },
    ],
  ];
}

/** @see MCP 2025-11-25, Resources, Subscriptions */
function subscribe(core: ServerCore, request: IncomingRequest): MaybePromise<string> {
  const uri = textParameter(request, "uri");
  const found = findSubscribed(core.registry, uri);
  const { session, headers } = request;
  const admit = found?.admitSubscriber;
  if (!admit) return addSubscription(core, request, uri);
  if (session) subscriberHeaders.set(session, headers);
  const admitted = useCalls(request, (code) => admit(new code.RequestContext(request)));
  return andThen(admitted, () => {
    // Nothing would end what begins for a session that has ended.
    request.throwIfAborted();
    return addSubscription(core, request, uri);
  });
}

function addSubscription(
  { registry }: ServerCore,
  request: IncomingRequest,
  uri: string,
): MaybePromise<string> {
  const { session } = request;
  // Also for a URI that the session subscribed to before: that may have been at another process, which is gone by now.
  const watched = (): MaybePromise<string> =>
    andThen(session && watchFor(session, registry, uri), () => "{}");
  const known = session?.facts.subscriptions ?? [];
  if (known.includes(uri)) return watched();
  if (uri.length > maxStoredLength) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `The URI is longer than ${maxStoredLength} characters.`,
    );
  }
  if (known.length >= maxSubscriptions) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `A session may subscribe to at most ${maxSubscriptions} resources.`,
    );
  }
  if (known.reduce((sum, { length }) => sum + length, uri.length) > maxSubscribed) {
    throw new ProtocolError(
      errorCodes.invalidParams,
      `The URIs that a session subscribes to may have at most ${maxSubscribed} characters together.`,
    );
  }
  session?.change({ subscriptions: [...known, uri] });
  return watched();
}

function unsubscribe(request: IncomingRequest): string {
  const uri = textParameter(request, "uri");
  const { session } = request;
  const normal = normalUri(uri);
  if (session) unwatchFor(session, uri);
  session?.change({
    subscriptions: session.facts.subscriptions.filter((each) => normalUri(each) !== normal),
  });
  return "{}";
}
