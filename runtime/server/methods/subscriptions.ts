import { metaKeys } from "../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import { offers } from "../capabilities.js";
import type { Change } from "../changes.js";
import type { Methods, ServerCore } from "./method.js";

/** Enough for any client; keeps one from filling the memory. */
const maxUris = 1_000;

/** What one subscription wants to hear of, as far as this server can tell it. */
interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
}

/** @see MCP 2026-07-28, Subscriptions */
export function subscriptionMethods(core: ServerCore): Methods {
  return [["subscriptions/listen", { eras: "modern", handle: (request) => listen(core, request) }]];
}

/** Runs until the client leaves or the server stops. Each subscription hears what it asked for itself. */
function listen(core: ServerCore, request: IncomingRequest): Promise<string> {
  const filter = readFilter(core, member(request.params, "notifications"));
  const _meta = { [metaKeys.subscriptionId]: request.id };
  const tell = (method: string, params: JsonObject): boolean =>
    request.send(notificationMessage(method, { ...params, _meta }));
  if (!tell("notifications/subscriptions/acknowledged", { notifications: filter })) {
    throw new ProtocolError(
      errorCodes.invalidRequest,
      "A subscription needs an event stream: send `Accept: application/json, text/event-stream`.",
    );
  }
  return new Promise((resolve, reject) => {
    const uris = new Set(filter.resourceSubscriptions);
    const stopListening = core.changes.listen((change) => {
      const message = messageOf(change, filter, uris);
      if (message) tell(message[0], message[1]);
    });
    const end = (): void => {
      stopListening();
      forget?.();
      request.signal.removeEventListener("abort", onAbort);
    };
    const onAbort = (): void => {
      end();
      reject(request.signal.reason as Error);
    };
    request.signal.addEventListener("abort", onAbort);
    const forget = request.stopping?.onStop(() => {
      end();
      resolve(core.results.write({ _meta }, request.protocolVersion));
    });
  });
}

/** The message that tells a change to somebody with this filter; undefined when it does not want it. */
function messageOf(
  change: Change,
  filter: Filter,
  uris: ReadonlySet<string>,
): [method: string, params: JsonObject] | undefined {
  switch (change.kind) {
    case "tools":
      return filter.toolsListChanged && ["notifications/tools/list_changed", {}];
    case "prompts":
      return filter.promptsListChanged && ["notifications/prompts/list_changed", {}];
    case "resources":
      return filter.resourcesListChanged && ["notifications/resources/list_changed", {}];
    case "resource":
      return uris.has(change.uri)
        ? ["notifications/resources/updated", { uri: change.uri }]
        : undefined;
    default:
      return undefined;
  }
}

/** @throws ProtocolError -32602 for a malformed filter */
function readFilter(core: ServerCore, wanted: unknown): Filter {
  if (!isObject(wanted))
    throw malformed("`subscriptions/listen` needs `notifications`: an object.");
  const wants = (name: string): boolean => {
    const value = member(wanted, name);
    if (value === undefined || typeof value === "boolean") return value === true;
    throw malformed(`\`${name}\` must be true or false.`);
  };
  const uris = member(wanted, "resourceSubscriptions");
  if (uris !== undefined && !isTexts(uris)) {
    throw malformed(`\`resourceSubscriptions\` must be a list of at most ${maxUris} URIs.`);
  }
  const hasResources = offers(core, "resources");
  return {
    ...(wants("toolsListChanged") && offers(core, "tools") && { toolsListChanged: true }),
    ...(wants("promptsListChanged") && offers(core, "prompts") && { promptsListChanged: true }),
    ...(wants("resourcesListChanged") && hasResources && { resourcesListChanged: true }),
    ...(uris && hasResources && { resourceSubscriptions: uris }),
  };
}

function isTexts(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= maxUris &&
    value.every((each) => typeof each === "string")
  );
}

function malformed(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
