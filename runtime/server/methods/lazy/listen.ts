import { defined } from "../../../protocol/defined.js";
import { metaKeys } from "../../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../../protocol/json.js";
import { notificationMessage } from "../../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";
import { normalUri } from "../../../resources/uri.js";
import type { IncomingRequest } from "../../../session/incoming-request.js";
import { isProtocolMethod } from "../../../session/own-method.js";
import { shareOf } from "../../../session/owner.js";
import { RequestContext } from "../../client-input/request-context.js";
import { findResource, findSubscribed } from "../../registry/find-resource.js";
import { offers } from "../capabilities.js";
import type { Change } from "../../notifications/changes.js";
import type { ChangeBuffer } from "../../notifications/changes.js";
import type { VisibleTasks } from "../../tasks/requests.js";
import { declaresTasks, missingTasks, offersTasks } from "../../tasks/policy.js";
import type { ServerCore } from "../method.js";
import { andThen } from "../../../protocol/maybe-promise.js";
import { maxTaskIds, maxUris } from "./entry-scopes.js";
import { mayHear } from "./may-hear.js";
import { maxStoredLength } from "../../../session/request-params.js";

/** The notifications of one subscription that this server supports. */
interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
  /** @see SEP-2663, Task Status Notifications */
  readonly taskIds?: readonly string[];
  /** Of notifications that the protocol does not define. */
  readonly methods: readonly string[];
}

/** Limits the names that a client can use. */
const maxMethods = 100;

/**
 * Serves a subscription until the client leaves, its access token expires or the server stops. Each subscription has its
 * own filter.
 *
 * @param changes the changes since the request arrived; the caller stops it
 * @see MCP 2026-07-28, Subscriptions
 */
export async function listen(
  core: ServerCore,
  request: IncomingRequest,
  changes: ChangeBuffer,
): Promise<string> {
  const requested = member(request.params, "notifications");
  const plain = readFilter(core, requested);
  for (const uri of plain.resourceSubscriptions ?? []) {
    await findSubscribed(core.registry, uri)?.admitSubscriber?.(new RequestContext(request));
  }
  const tasks = await readTasks(core, request, member(requested as JsonObject, "taskIds"));
  const filter: Filter = { ...plain, ...defined({ taskIds: tasks?.ids }) };
  const TokenExpiry = await loadExpiry(request);
  request.throwIfAborted();
  // Each URI as the client wrote it, by its normal spelling.
  const uris = new Map(filter.resourceSubscriptions?.map((uri) => [normalUri(uri), uri]));
  const watches = [...uris.values()].flatMap(
    (uri) => findResource(core.registry, uri)?.watch?.() ?? [],
  );
  await Promise.all(watches.map(({ begun }) => begun));
  const _meta = { [metaKeys.subscriptionId]: request.id };
  const notify = (method: string, params: JsonObject): boolean =>
    request.send(notificationMessage(method, { ...params, _meta }));
  if (
    !notify("notifications/subscriptions/acknowledged", { notifications: encodeFilter(filter) })
  ) {
    for (const watch of watches) watch.end();
    throw new ProtocolError(
      errorCodes.invalidRequest,
      "A subscription needs an event stream: send `Accept: application/json, text/event-stream`.",
    );
  }
  return new Promise((resolve, reject) => {
    const cleanups: (() => void)[] = [() => changes.stop(), ...watches.map(({ end }) => end)];
    const end = (): void => {
      for (const cleanUp of cleanups) cleanUp();
    };
    const owner = shareOf(request.caller);
    const tell = (change: Change): void => {
      const message = messageOf(change, filter, uris);
      if (!message) return;
      if (change.kind !== "resource") return void notify(message[0], message[1]);
      if (change.owner !== undefined && change.owner !== owner) return;
      const may = mayHear(core, request, change.uri);
      void andThen(may, (isAllowed) => isAllowed && notify(message[0], message[1]));
    };
    changes.flush(tell, (uri) => uris.has(normalUri(uri)));
    if (tasks) cleanups.push(tasks.follow((task) => notify("notifications/tasks", task)));
    const onAbort = (): void => {
      end();
      reject(request.signal.reason as Error);
    };
    request.signal.addEventListener("abort", onAbort);
    cleanups.push(() => request.signal.removeEventListener("abort", onAbort));
    const finish = (): void => {
      end();
      resolve(core.results.write({ _meta }, request.protocolVersion));
    };
    // The client has to subscribe again with a new token.
    const expiry = TokenExpiry && new TokenExpiry(request.caller, finish);
    if (expiry) cleanups.push(() => expiry.stop());
    // Calls at once if the server is already stopping.
    const forget = request.stopping?.onStop(finish);
    if (forget) cleanups.push(forget);
  });
}

/** Loads the class that ends a subscription with its access token; undefined if no token expires. */
async function loadExpiry({
  caller,
}: IncomingRequest): Promise<
  typeof import("../../../transports/access/token-expiry.js").TokenExpiry | undefined
> {
  if (caller?.expiresAt === undefined) return undefined;
  // Loaded here because it belongs to the HTTP transports, which a server on stdio must not load.
  return (await import("../../../transports/access/token-expiry.js")).TokenExpiry;
}

/**
 * Loads the tasks of a filter that exist and that the caller may see; undefined if the filter has none.
 *
 * @throws ProtocolError -32021 if the client lacks the extension, -32602 for a malformed list
 */
async function readTasks(
  core: ServerCore,
  request: IncomingRequest,
  ids: unknown,
): Promise<VisibleTasks | undefined> {
  if (ids === undefined || !offersTasks(core)) return undefined;
  if (!declaresTasks(request)) throw missingTasks();
  if (!isTexts(ids, maxTaskIds)) {
    throw malformed(`\`taskIds\` must be a list of at most ${maxTaskIds} ids.`);
  }
  return core.tasks.answer(request, (requests) => requests.visible(request, ids));
}

/** Returns the notification of a change; undefined if the filter excludes it. */
function messageOf(
  change: Change,
  filter: Filter,
  uris: ReadonlyMap<string, string>,
): [method: string, params: JsonObject] | undefined {
  switch (change.kind) {
    case "tools":
      return filter.toolsListChanged && ["notifications/tools/list_changed", {}];
    case "prompts":
      return filter.promptsListChanged && ["notifications/prompts/list_changed", {}];
    case "resources":
      return filter.resourcesListChanged && ["notifications/resources/list_changed", {}];
    case "resource": {
      const uri = uris.get(normalUri(change.uri));
      return uri === undefined ? undefined : ["notifications/resources/updated", { uri }];
    }
    case "own":
      return filter.methods.includes(change.method) ? [change.method, change.params] : undefined;
    default:
      return undefined;
  }
}

/** @throws ProtocolError -32602 for a malformed filter */
function readFilter(core: ServerCore, requested: unknown): Filter {
  if (!isObject(requested)) {
    throw malformed("`subscriptions/listen` needs `notifications`, an object.");
  }
  const wants = (name: string): boolean => {
    const value = member(requested, name);
    if (value === undefined || typeof value === "boolean") return value === true;
    throw malformed(`\`${name}\` must be true or false.`);
  };
  const uris = member(requested, "resourceSubscriptions");
  if (uris !== undefined && !isTexts(uris, maxUris)) {
    throw malformed(
      `\`resourceSubscriptions\` must be a list of at most ${maxUris} URIs of at most ${maxStoredLength} characters.`,
    );
  }
  const hasResources = offers(core, "resources");
  const own = Object.keys(requested).filter((name) => isOwnMethod(name) && wants(name));
  if (own.length > maxMethods) throw malformed(`A filter may name at most ${maxMethods} methods.`);
  return defined({
    methods: own,
    toolsListChanged: wants("toolsListChanged") && offers(core, "tools") ? true : undefined,
    promptsListChanged: wants("promptsListChanged") && offers(core, "prompts") ? true : undefined,
    resourcesListChanged: wants("resourcesListChanged") && hasResources ? true : undefined,
    resourceSubscriptions: uris && hasResources ? uris : undefined,
  });
}

function encodeFilter({ methods, ...filter }: Filter): JsonObject {
  return { ...filter, ...Object.fromEntries(methods.map((method) => [method, true])) };
}

/** The protocol's own members of a filter have no slash. */
function isOwnMethod(name: string): boolean {
  return name.includes("/") && name.length <= maxStoredLength && !isProtocolMethod(name);
}

function isTexts(value: unknown, max: number): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= max &&
    value.every((each) => typeof each === "string" && each.length <= maxStoredLength)
  );
}

function malformed(message: string): ProtocolError {
  return new ProtocolError(errorCodes.invalidParams, message);
}
